// Building the programs. Cargo knows what is up to date and shows its own progress.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { manifest, root } from '../lib/place.mjs';
import { npmRun, run } from '../lib/process.mjs';

/** Flags for everything that compiles the window: it then shows the built page instead of asking a development server. */
export const withWindow = ['--workspace', '--features', 'pincite-desktop/custom-protocol'];

/** Cargo on this workspace, with exactly the locked versions. */
export function cargo(command, ...args) {
  return run('cargo', [command, '--locked', '--manifest-path', manifest, ...args]);
}

/** The `pincite` command, which needs no desktop library. */
export const commandLine = {
  title: 'Build the command line',
  work: () => cargo('build', '--release', '--package', 'pincite-cli'),
};

/** The page that the window shows. */
export const page = {
  title: 'Build the page',
  work: () =>
    existsSync(join(root, 'ui', 'index.html'))
      ? npmRun('build')
      : mkdirSync(join(root, 'ui', 'dist'), { recursive: true }),
};

/** The window and the command, built together for use. */
export const programs = {
  title: 'Build the window and the command line',
  work: () => cargo('build', '--release', ...withWindow, '--bins'),
};

/** The programs as tests use them and the tests themselves: built together, what they share is compiled once. */
export const programsAndTests = {
  title: 'Build the programs and their tests',
  work: () => cargo('build', ...withWindow, '--bins', '--tests'),
};
