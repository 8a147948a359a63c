// Processes of the stage: started, waited for until they are up, and ended with everything they started.

import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** The system's Python, which has GTK; another one in the PATH may not. */
export const PYTHON = '/usr/bin/python3';

/** Starts a program in a process group of its own, so that ending it ends its children too. */
export function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
  let errors = '';
  child.stderr?.on('data', (data) => (errors = (errors + data).slice(-4000)));
  child.on('error', (error) => (errors += error.message));
  return { child, end: () => end(child), untilEnded: (name) => untilEnded(child, name), errors: () => errors };
}

/** Runs a program to its end and returns what it wrote. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const { child, errors } = start(program, args, options);
    let output = '';
    child.stdout?.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}: ${errors()}`)),
    );
  });
}

/** How long something may take at most beside much other work. Whoever waits for a state waits no longer than it takes. */
export const LONGEST = 120_000;

/** Waits until `look` gives something, and says what was waited for when it never does. */
export async function until(what, look, milliseconds = LONGEST) {
  const limit = Date.now() + milliseconds;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > limit) throw new Error(`waited ${milliseconds / 1000} s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Numbers of all processes of this machine. */
export const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** What the system says of a process in a file of `/proc`; nothing of one that is gone. */
export function toldOf(process, file) {
  try {
    return readFileSync(`/proc/${process}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Waits until the processes of this name that a program started have ended by themselves. */
function untilEnded(child, name) {
  const group = (process) => Number(toldOf(process, 'stat').split(') ').pop().split(' ')[2]);
  const named = () => processes().filter((one) => toldOf(one, 'comm').startsWith(name));
  return until(`${name} to end`, () => named().every((one) => group(one) !== child.pid));
}

function end(child) {
  if (child.exitCode !== null || child.pid === undefined) return Promise.resolve();
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    return Promise.resolve();
  }
  const force = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 5000);
  return ended.finally(() => clearTimeout(force));
}
