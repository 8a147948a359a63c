// Which connections a program and everything it starts tries to open, seen from the system by strace.
// Not for judging them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const calls = 'connect,sendto,sendmsg,sendmmsg,bind,listen';

/**
 * Runs a program to its end, or for `seconds`, and returns
 * `{ code, stdout, stderr, opened }`: `opened` lists its calls that name an address beyond this machine's own files.
 */
export function watched(command, args, { env = {}, seconds } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pincite-strace-'));
  const log = join(folder, 'calls');
  const limit = seconds ? ['timeout', '--preserve-status', '--kill-after', '5', String(seconds)] : [];
  const line = ['-f', '-qq', '-e', `trace=${calls}`, '-o', log, ...limit, command, ...args];
  const ran = spawnSync('strace', line, { encoding: 'utf8', env: { ...process.env, ...env } });
  const opened = ran.error ? [] : readFileSync(log, 'utf8').split('\n').filter(leaves);
  rmSync(folder, { recursive: true });
  if (ran.error) throw new Error(`strace could not be run: ${ran.error.message}`);
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr, opened };
}

/** An address of the internet's families; sockets between processes of one machine have no such address. */
function leaves(call) {
  return /sa_family=AF_INET6?\b/.test(call);
}
