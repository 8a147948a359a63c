// What README and ARCHITECTURE point at is there: a guide to rooms that were moved is worse than none.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { program, root } from '../../.ci/lib/place.mjs';
import { text } from './files.mjs';

const guides = ['README.md', 'ARCHITECTURE.md'];
/** Paths are named from the top of the repository, or as the compiler sees them, from the workspace. */
const there = (path) => [root, join(root, 'src-tauri')].some((folder) => existsSync(join(folder, path)));

for (const guide of guides) {
  test(`${guide}: links lead somewhere`, () => {
    const links = [...text(guide).matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link);
    const dead = links.filter((link) => !link.includes('://') && !there(link));
    assert.deepEqual(dead, [], 'a reader who follows a link must arrive');
  });

  test(`${guide}: folders and files named exist`, () => {
    const named = [...text(guide).matchAll(/`((?:tests|crates|src-tauri|ui|assets|models|\.ci)\/[\w./-]*\w)`/g)];
    const gone = named.map(([, path]) => path).filter((path) => !path.includes('target/') && !there(path));
    assert.ok(named.length > 0, 'a guide that names nothing guides nobody');
    assert.deepEqual(gone, [], 'what is named must be found there');
  });
}

test('every room is in ARCHITECTURE', () => {
  const members = text('src-tauri/Cargo.toml').matchAll(/path = "(crates\/\w+)"/g);
  const missing = [...members]
    .map(([, path]) => path)
    .filter((path) => !text('ARCHITECTURE.md').includes(`\`${path}\``));
  assert.deepEqual(missing, [], 'a room that nobody explains is a room that nobody finds');
});

test('README: every command is understood', () => {
  const lines = text('README.md').match(/^pincite .*$/gm);
  const pincite = `pincite() { '${program('pincite', 'debug')}' "$@" --help; }`;
  const refused = lines.filter((line) => spawnSync('bash', ['-c', `${pincite}; ${line}`]).status !== 0);
  assert.ok(lines.length > 10, 'the command line is explained by example');
  assert.deepEqual(refused, [], 'an example that does not run costs a reader their trust');
});
