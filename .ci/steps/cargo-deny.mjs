// cargo-deny, which reads the licences, sources and known flaws of every crate. It is built once, unoptimised because
// that takes half the time, and kept in the user's cache for every checkout; the user's own programs are left alone.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../lib/place.mjs';
import { run } from '../lib/process.mjs';

const version = '0.20.2';
const folder = join(cache, `cargo-deny-${version}`);

/** The program, once the step was carried out. */
export const cargoDenyProgram = join(folder, 'bin', 'cargo-deny');

/** Brings cargo-deny about. */
export const cargoDeny = {
  title: 'cargo-deny',
  done() {
    return existsSync(cargoDenyProgram) && `version ${version}`;
  },
  async work() {
    const flags = ['--locked', '--debug', '--no-default-features', '--root', folder, '--version', version];
    const remedy = 'a crate registry must be in reach, or a mirror that cargo is set up for';
    await run('cargo', ['install', ...flags, 'cargo-deny'], { remedy });
  },
};
