// Packages from npm, exactly as the lock file pins them. None of them may run code of its own while installed.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/place.mjs';
import { run } from '../lib/process.mjs';

const stamp = join(root, 'node_modules', '.installed-from');

/** Brings node_modules in line with package-lock.json. */
export const npmPackages = {
  title: 'npm packages',
  done() {
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash() && 'as in package-lock.json';
  },
  async work() {
    const flags = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
    await run('npm', ['ci', ...flags], { remedy: "look at npm's message above; a package registry must be in reach" });
    writeFileSync(stamp, lockHash());
  },
};

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}
