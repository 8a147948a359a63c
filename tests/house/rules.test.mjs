// Rules of this repository that no compiler checks. Each test lists what breaks its rule.

import assert from 'node:assert/strict';
import test from 'node:test';
import { files, text, textFiles } from './files.mjs';

const rust = textFiles().filter(({ path }) => path.endsWith('.rs'));
const none = (found, why) => assert.deepEqual(found, [], why);
const paths = (found) => found.map(({ path }) => path);

test('the rules look at real files', () => {
  assert.ok(rust.length > 10, 'an empty listing would let every rule pass');
});

test('every Rust file opens with a head', () => {
  const bare = rust.filter(({ path }) => !/^(#!\[[^\n]*\n+)*\/\/!/.test(text(path)));
  none(paths(bare), 'a `//!` head says what a module is for');
});

test('no source file outgrows its reader', () => {
  // The texts of the window are in one file per language, because a translator works on one file.
  const texts = /^ui\/src\/lib\/words\/[a-z]{2}\.ts$/;
  const source = textFiles().filter(({ path }) => /\.(rs|mjs|js|ts|svelte|css|py)$/.test(path) && !texts.test(path));
  const long = source.filter(({ path }) => text(path).split('\n').length > 401);
  none(paths(long), 'a file of more than 400 lines does two things');
});

test('no path of one machine', () => {
  const folders = ['work', 'root', 'home/\\w+', 'Users/\\w+'].join('|');
  none(linesWith(new RegExp(`(^|[\\s"'\`=(:])/(${folders})/`)), 'such a path works on one machine only');
});

test('no package registry by name', () => {
  // Put together here, so that this file names none either.
  const parts = [
    ['registry', 'npmjs'],
    ['index', 'crates'],
    ['static', 'crates'],
    ['files', 'pythonhosted'],
    ['deb', 'debian'],
  ];
  const hosts = [...parts.map((name) => name.join('.')), ['py', 'pi'].join('')];
  const pattern = new RegExp(`(${hosts.join('|').replaceAll('.', '\\.')})\\.(org|io)`);
  none(linesWith(pattern), 'registries are reached by package name, so that a mirror can be used');
});

test('no comment says that something is unfinished', () => {
  none(linesWith(/(\/\/|#|\*)\s*(TODO|FIXME|XXX)\b/), 'unfinished work belongs into an issue');
});

test('no file is too heavy for a clone', () => {
  const heavy = files().filter(({ bytes }) => bytes > 45 * 1024 * 1024);
  none(paths(heavy), 'files of more than 45 MiB are fetched by name and hash, not committed');
});

function linesWith(pattern) {
  return textFiles().flatMap(({ path }) => {
    const numbered = text(path)
      .split('\n')
      .map((line, index) => ({ line, at: `${path}:${index + 1}` }));
    return numbered.filter(({ line }) => pattern.test(line)).map(({ at }) => at);
  });
}
