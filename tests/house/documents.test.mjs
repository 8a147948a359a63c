// What the documents point at exists, and the command line is as README shows it. Not for their style: prose.test.mjs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import test from 'node:test';
import { program, root } from '../../.ci/lib/place.mjs';
import { text, textFiles } from './files.mjs';
import { sentencesOfMarkdown, tooHard } from './prose.mjs';

const guides = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const linked = textFiles().flatMap(({ path }) =>
  /^[\w-]+\.md$|^(docs|models|research|tests)\/.*\.md$/.test(path) ? [path] : [],
);
/** Paths are named from the top of the repository, or as the compiler sees them, from the workspace. */
const there = (path) => [root, join(root, 'src-tauri')].some((folder) => existsSync(join(folder, path)));

for (const page of linked) {
  test(`${page}: links lead somewhere`, () => {
    const links = [...text(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link);
    const dead = links.filter((link) => !link.includes('://') && !existsSync(join(root, dirname(page), link)));
    assert.deepEqual(dead, [], 'a reader who follows a link must arrive');
  });
}

test('README calls what is on the screen by the words on the screen', () => {
  const screen = text('ui/src/lib/words/en.ts');
  const written = [...text('README.md').matchAll(/(?<!\*)\*([A-Z][^*?]+)\*(?!\*)/g)].map(([, words]) => words);
  assert.ok(written.length > 5, 'the walk-through names buttons');
  assert.deepEqual(
    written.filter((words) => !screen.includes(`'${words}'`)),
    [],
    'who looks for a button reads its name',
  );
});

for (const guide of guides) {
  test(`${guide}: folders and files named exist`, () => {
    const named = [
      ...text(guide).matchAll(/`((?:tests|crates|src-tauri|research|ui|assets|models|docs|\.ci)\/[\w./-]*\w)`/g),
    ];
    const gone = named.map(([, path]) => path).filter((path) => !path.includes('target/') && !there(path));
    assert.ok(named.length > 0, 'a guide that names nothing guides nobody');
    assert.deepEqual(gone, [], 'what is named must be found there');
  });
}

test('every crate is in ARCHITECTURE', () => {
  const members = text('src-tauri/Cargo.toml').matchAll(/path = "(crates\/\w+)"/g);
  const missing = [...members]
    .map(([, path]) => path)
    .filter((path) => !text('ARCHITECTURE.md').includes(`\`${path}\``));
  assert.deepEqual(missing, [], 'a crate that nobody explains is a crate that nobody finds');
});

test('every command in the documents is understood', () => {
  const lines = ['README.md', 'docs/command-line.md'].flatMap((page) => text(page).match(/^pincite .*$/gm));
  const pincite = `pincite() { '${program('pincite', 'debug')}' "$@" --help; }`;
  const refused = lines.filter((line) => spawnSync('bash', ['-c', `${pincite}; ${line}`]).status !== 0);
  assert.ok(lines.length > 10, 'the command line is explained by example');
  assert.deepEqual(refused, [], 'an example that does not run costs a reader their trust');
});

const pages = textFiles().flatMap(({ path }) => (/^docs\/experiments\/\d{3}-[\w-]+\.md$/.test(path) ? [path] : []));

test('every experiment has a number of its own and a row in the index', () => {
  const index = text('docs/experiments/README.md');
  const numbers = pages.map((path) => basename(path).slice(0, 3));
  assert.ok(pages.length > 10, 'the pages are found');
  assert.deepEqual([...new Set(numbers)], numbers, 'a number names one experiment');
  assert.deepEqual(
    pages.filter((path) => !index.includes(`](${basename(path)})`)),
    [],
    'what is not in the index is not found',
  );
});

for (const page of pages) {
  test(`${page} has a date, a question, a set-up and a decision in plain words`, () => {
    const [head, figures] = text(page).split('\n## Figures');
    const parts = ['\nDate: 20', 'Status: ', '**Question.** ', '**Set-up.** ', '**Decision.** '];
    assert.deepEqual(
      parts.filter((part) => !head.includes(part)),
      [],
    );
    assert.ok(figures?.trim().length > 50, 'a decision rests on figures');
    assert.deepEqual(tooHard(sentencesOfMarkdown(head)), [], 'one idea a sentence: cut the long ones in two');
  });
}
