// Starts the server for tests that are written in JavaScript.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A running server: its address without a database, and how it ends. */
export async function startServer() {
  const script = fileURLToPath(new URL('server.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { address: line.toString().trim(), stop };
}
