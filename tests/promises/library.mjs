// A library of a test's own, and the sample documents to fill it with. Only models and runtime, which are read and never
// written, are the user's. Not for assertions.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { home as usersHome, program, root } from '../../.ci/lib/place.mjs';

/** The command under test. */
export const pincite = program('pincite', 'debug');

/** The sample documents. */
export const samples = readdirSync(join(root, 'assets'))
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => join(root, 'assets', name));

/** A new, empty library; `env` makes a program use it, `remove()` deletes it. */
export function newLibrary() {
  const home = mkdtempSync(join(tmpdir(), 'pincite-home-'));
  for (const folder of ['models', 'runtime']) symlinkSync(join(usersHome, folder), join(home, folder));
  return { home, env: { PINCITE_HOME: home }, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** Runs `pincite` to its end: `{ status, stdout, stderr }`. */
export function run(library, ...args) {
  return spawnSync(pincite, args, { encoding: 'utf8', env: { ...process.env, ...library.env } });
}

/** Runs `pincite` and kills it, readers and all, after `milliseconds`; resolves to whether it was still running. */
export function killed(library, milliseconds, ...args) {
  const child = spawn(pincite, args, { env: { ...process.env, ...library.env }, stdio: 'ignore', detached: true });
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), milliseconds);
  return new Promise((resolve) => {
    child.on('exit', (_, signal) => {
      clearTimeout(timer);
      resolve(signal === 'SIGKILL');
    });
  });
}
