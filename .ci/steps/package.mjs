// Packages to install: the programs with the runtime library and the models that the set-up put into the data folder,
// and with what `tauri.conf.json` lists. Not for signing them.

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { home, program, root, target } from '../lib/place.mjs';
import { read, run } from '../lib/process.mjs';
import { Remedy } from '../lib/step.mjs';
import { cargo, withWindow } from './build.mjs';

/** What is in a package beyond the checkout; `tauri.package.json` lists it. */
const staged = join(root, 'src-tauri', 'packaged');
/** Models that a checkout fetches and a package carries. */
const FETCHED = ['all-MiniLM-L6-v2', 'pp-ocrv6-tiny'];

/** A target folder of its own: Tauri takes the window from `release` or `debug` of a target folder, and knows no other profile. */
const bundled = join(target, 'bundled');
const folderOf = (profile) => join(bundled, profile === 'debug' ? 'debug' : 'release');

/** Folder in which the packages of a profile ("debug" or "packaged") lie, one folder for each kind. */
export const packagesOf = (profile) => join(folderOf(profile), 'bundle');

/** The window and the command line. */
export function packagedPrograms(profile) {
  const named = profile === 'debug' ? 'dev' : profile;
  return { title: 'Build the programs', work: () => cargo('build', '--profile', named, ...withWindow, '--bins') };
}

/** The runtime library, the models and the programs, copied to where the package takes them from. */
export function stage(profile) {
  return {
    title: 'Collect what the packages carry',
    async work() {
      rmSync(staged, { recursive: true, force: true });
      mkdirSync(staged, { recursive: true });
      copy(join(home, 'runtime'), 'runtime');
      for (const model of FETCHED) copy(join(home, 'models', model), join('models', model));
      const suffix = platform === 'win32' ? '.exe' : '';
      cpSync(program('pincite', profile), join(staged, `pincite-${await triple()}${suffix}`));
      mkdirSync(folderOf(profile), { recursive: true });
      cpSync(program('pincite-desktop', profile), join(folderOf(profile), `pincite-desktop${suffix}`));
    },
  };
}

/** The packages of these kinds, such as "deb" and "rpm". */
export function bundle(profile, kinds) {
  return {
    title: `Packages: ${kinds.join(', ')}`,
    async work() {
      rmSync(packagesOf(profile), { recursive: true, force: true });
      const config = join('src-tauri', 'tauri.package.json');
      const flags = ['--config', config, '--bundles', kinds.join(','), '--ci', '--no-sign', '--no-binary-patching'];
      const environment = { CARGO_TARGET_DIR: bundled };
      await run('npx', ['tauri', 'bundle', ...flags, ...(profile === 'debug' ? ['--debug'] : [])], { environment });
      return packagesOf(profile);
    },
  };
}

/** The record of where a model came from is written anew on each machine. */
function copy(from, to) {
  if (!existsSync(from) || readdirSync(from).length === 0) {
    throw new Remedy(`${from} is missing`, 'npm run setup -- --window');
  }
  cpSync(from, join(staged, to), { recursive: true, filter: (path) => !path.endsWith('pincite-files.json') });
}

async function triple() {
  const { stdout } = await read('rustc', ['-vV']);
  return /^host: (.+)$/m.exec(stdout)[1];
}
