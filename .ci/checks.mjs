// Every check of `npm test`, in the order of cost: what is quick to fail comes first.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { advisories, licences, npmAdvisories } from './checks/dependencies.mjs';
import { root } from './lib/place.mjs';
import { npmRun, run } from './lib/process.mjs';
import { cargo, cargoIn, cargoInResearch, withWindow } from './steps/build.mjs';
import { softwareGpu } from './steps/software-gpu.mjs';

export const checks = [
  { title: 'House rules', work: () => nodeTests('tests/house') },
  { title: 'Page: types', work: () => npmRun('check') },
  { title: 'Page: lint and format', work: () => npmRun('lint') },
  { title: 'Page: unit tests', work: () => npmRun('test:ui') },
  { title: 'Rust: format', work: () => cargo('fmt', '--all', '--check') },
  { title: 'Research: format', work: () => cargoInResearch('fmt', '--check') },
  licences,
  advisories,
  npmAdvisories,
  { title: 'Rust: lint', work: () => cargo('clippy', ...withWindow, '--all-targets', '--', '-D', 'warnings') },
  { title: 'Rust: tests', work: () => cargo('test', '--no-fail-fast', ...withWindow) },
  { title: 'Rust: tests on a graphics processor, in software', work: onGpu },
  {
    title: 'Research: lint',
    work: () => cargoInResearch('clippy', ...locked, '--all-targets', '--', '-D', 'warnings'),
  },
  { title: 'Research: tests', work: () => cargoInResearch('test', ...locked, '--no-fail-fast') },
  { title: 'Page: types made from Rust', work: () => npmRun('types', '--check') },
  { title: 'Promises', work: () => nodeTests('tests/promises') },
  { title: 'Window, end to end', work: () => nodeTests('tests/e2e') },
];

/** Flags for all of the workspace for studies, with exactly the locked versions. */
const locked = ['--locked', '--workspace'];

/** The tests that are left out where there is no graphics processor. */
async function onGpu() {
  const environment = await softwareGpu();
  await cargoIn(environment, 'test', ...withWindow, '--test', 'graphics', '--', '--ignored', '--test-threads=1');
}

/** Names every file: Node's versions do not agree on what a folder means. One at a time, for a screen has one mouse. */
function nodeTests(folder) {
  const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.test.mjs'));
  const flags = ['--test', '--test-reporter=spec', '--test-concurrency=1'];
  return run('node', [...flags, ...files.map((name) => join(folder, name))]);
}
