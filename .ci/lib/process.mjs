// Running other programs. Not for deciding which.

import { spawn } from 'node:child_process';
import { env, platform } from 'node:process';
import { root } from './place.mjs';
import { Remedy } from './step.mjs';

/** Runs a program on `input`, shows what it prints, and fails unless its exit code is one of `fine`. */
export async function run(command, args, { cwd = root, fine = [0], remedy, environment = {}, input } = {}) {
  const stdio = [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'];
  const { code } = await start(command, args, cwd, stdio, environment, input);
  if (!fine.includes(code)) throw new Remedy(`${command} ${args.join(' ')}: ${said(code)}`, remedy);
}

/** Runs a program quietly and returns its exit code and what it printed. It never throws: 127 is a missing program. */
export function read(command, args) {
  return start(command, args, root, ['ignore', 'pipe', 'pipe']);
}

/** Runs one of the scripts in package.json. */
export function npmRun(script, ...args) {
  return run('npm', ['run', '--silent', script, ...(args.length ? ['--', ...args] : [])]);
}

function start(command, args, cwd, stdio, environment = {}, input) {
  return new Promise((resolve) => {
    const shell = platform === 'win32' && command === 'npm';
    const child = spawn(command, args, { cwd, stdio, shell, env: { ...env, ...environment } });
    // A program that is not there, or ends early, takes no input: its exit code says so.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    const out = { stdout: '', stderr: '' };
    child.stdout?.on('data', (piece) => (out.stdout += piece));
    child.stderr?.on('data', (piece) => (out.stderr += piece));
    child.on('error', () => resolve({ code: 127, ...out }));
    child.on('close', (code, signal) => resolve({ code: code ?? signal, ...out }));
  });
}

function said(code) {
  if (code === 127) return 'the program is not installed';
  return typeof code === 'string' ? `ended by ${code}` : `exit code ${code}`;
}
