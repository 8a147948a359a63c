// What stands in the lock files: may its licence be used, does it come from where it should, is it known to be unsafe?
// The lists of known flaws live on the network. Where they cannot be reached the check says so; it never passes unseen.

import { dirname, join } from 'node:path';
import { manifest, researchManifest } from '../lib/place.mjs';
import { read, run } from '../lib/process.mjs';
import { NotChecked, Remedy } from '../lib/step.mjs';
import { cargoDenyProgram } from '../steps/cargo-deny.mjs';

const config = join(dirname(manifest), 'deny.toml');
const workspaces = [manifest, researchManifest];
const deny = (workspace) => ['--manifest-path', workspace, '--workspace', '--config', config];

/** Licences, duplicates and sources of every crate. */
export const licences = {
  title: 'Crates: licences and sources',
  async work() {
    for (const workspace of workspaces) {
      await run(cargoDenyProgram, [...deny(workspace), 'check', 'licenses', 'bans', 'sources']);
    }
  },
};

/** Crates with a published flaw. */
export const advisories = {
  title: 'Crates: known flaws',
  async work() {
    const fetched = await read(cargoDenyProgram, [...deny(manifest), 'fetch', 'db']);
    if (fetched.code !== 0) throw new NotChecked('the advisory database cannot be reached from here');
    const remedy = 'update the crate, or say in src-tauri/deny.toml why the flaw does not concern us';
    for (const workspace of workspaces) {
      await run(cargoDenyProgram, ['--offline', ...deny(workspace), 'check', 'advisories'], { remedy });
    }
  },
};

/** npm packages with a published flaw. */
export const npmAdvisories = {
  title: 'npm packages: known flaws',
  async work() {
    const { code, stdout } = await read('npm', ['audit', '--json']);
    if (code === 0) return;
    const { vulnerabilities } = parsed(stdout);
    if (!vulnerabilities) throw new NotChecked("the registry's audit service cannot be reached from here");
    const list = Object.values(vulnerabilities).map((found) => `${found.name} ${found.range}: ${found.severity}`);
    throw new Remedy(list.join('\n  '), 'npm audit fix, then run the tests again');
  },
};

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
