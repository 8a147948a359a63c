// Every check of `npm test`, in the order of cost: what is quick to fail comes first.

import { advisories, licences, npmAdvisories } from './checks/dependencies.mjs';
import { npmRun, run } from './lib/process.mjs';
import { cargo, withWindow } from './steps/build.mjs';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { manifest, root } from './lib/place.mjs';

const here = (path) => existsSync(join(root, path));

export const checks = [
  { title: 'House rules', work: () => nodeTests('tests/house/') },
  { title: 'Page: types', work: () => npmRun('check') },
  { title: 'Page: lint and format', work: () => npmRun('lint') },
  { title: 'Page: unit tests', work: () => npmRun('test:ui') },
  { title: 'Rust: format', work: () => run('cargo', ['fmt', '--manifest-path', manifest, '--all', '--check']) },
  licences,
  advisories,
  npmAdvisories,
  { title: 'Rust: lint', work: () => cargo('clippy', ...withWindow, '--all-targets', '--', '-D', 'warnings') },
  { title: 'Rust: tests', work: () => cargo('test', ...withWindow) },
  { title: 'Page: types made from Rust', work: () => npmRun('types', '--check') },
  { title: 'Promises', work: () => nodeTests('tests/promises/') },
  { title: 'Window, end to end', work: () => nodeTests('tests/e2e/') },
].filter(
  ({ title }) =>
    (!title.startsWith('Page') || here('ui/index.html')) &&
    (title !== 'Promises' || statSync(join(root, 'src-tauri/crates/cli/src/main.rs')).size > 500) &&
    (!title.startsWith('Window') || here('tests/e2e')),
);

/** Names every file: Node's versions do not agree on what a folder means. */
function nodeTests(folder) {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.mjs'));
  return run('node', ['--test', '--test-reporter=spec', ...files.map((name) => join(folder, name))]);
}
