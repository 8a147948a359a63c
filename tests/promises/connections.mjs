// What a program and everything it starts does to the world outside, seen from the system by strace: which connections
// it opens and which files it writes. Not for judging them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const calls = 'connect,sendto,sendmsg,sendmmsg,bind,listen,openat';

/**
 * Runs a program to its end, or for `seconds`, and returns `{ code, stdout, stderr, connections, written }`:
 * its calls that name an address beyond this machine's own files, and the paths that it opened to write.
 */
export function watched(command, args, { env = {}, seconds } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pincite-strace-'));
  const log = join(folder, 'calls');
  const limit = seconds ? ['timeout', '--preserve-status', '--kill-after', '5', String(seconds)] : [];
  const line = ['-f', '-qq', '-e', `trace=${calls}`, '-o', log, ...limit, command, ...args];
  const ran = spawnSync('strace', line, { encoding: 'utf8', env: { ...asUsersHaveIt(), ...env } });
  const seen = ran.error ? [] : readFileSync(log, 'utf8').split('\n');
  rmSync(folder, { recursive: true });
  if (ran.error) throw new Error(`strace could not be run: ${ran.error.message}`);
  const { status: code, stdout, stderr } = ran;
  return { code, stdout, stderr, connections: seen.filter(leaves), written: seen.flatMap(opened) };
}

/** The environment without what the build sets for its own tests. */
function asUsersHaveIt() {
  const env = { ...process.env };
  delete env.ORT_DISABLE_TELEMETRY;
  return env;
}

/** An address of the internet's families; sockets between processes of one machine have no such address. */
function leaves(call) {
  return /sa_family=AF_INET6?\b/.test(call);
}

/** The path of a file opened to write, if the call is one and did not fail. */
function opened(call) {
  const found = /openat\([^"]*"([^"]*)", [A-Z_|]*(?:O_WRONLY|O_RDWR|O_CREAT)/.exec(call);
  return found && !/ = -1 /.test(call) ? [found[1]] : [];
}
