// Building the programs. Cargo knows what is up to date and shows its own progress.

import { dirname } from 'node:path';
import { manifest, researchManifest } from '../lib/place.mjs';
import { npmRun, run } from '../lib/process.mjs';

/**
 * Flags for everything that compiles the window, with exactly the locked versions. It shows the built page instead of
 * asking a development server.
 */
export const withWindow = ['--locked', '--workspace', '--features', 'pincite-desktop/custom-protocol'];

/** Cargo in the workspace's folder, where its settings are found. */
export function cargo(command, ...args) {
  return cargoIn({}, command, ...args);
}

/** The same with more variables in its environment. */
export function cargoIn(environment, command, ...args) {
  return run('cargo', [command, ...args], { cwd: dirname(manifest), environment });
}

/** Cargo in the workspace for studies. */
export function cargoInResearch(command, ...args) {
  return run('cargo', [command, ...args], { cwd: dirname(researchManifest) });
}

/** The `pincite` command, which needs no desktop library. */
export const commandLine = {
  title: 'Build the command line',
  work: () => cargo('build', '--locked', '--release', '--package', 'pincite-cli'),
};

/** The page that the window shows. */
export const page = { title: 'Build the page', work: () => npmRun('build') };

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
