// The tools a newcomer brings: Node, Python with pip, Rust. They are looked at, never installed or changed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { versions } from 'node:process';
import { manifest, root } from '../lib/place.mjs';
import { read } from '../lib/process.mjs';
import { Remedy } from '../lib/step.mjs';

/** Fails unless the tools are there and new enough; `parts` are the further cargo commands needed ("fmt", "clippy"). */
export function tools(parts = []) {
  return {
    title: 'Node, Python and Rust',
    async work() {
      return [node(), await python(), await rust(), ...(await Promise.all(parts.map(part)))].join(', ');
    },
  };
}

function node() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [major, minor] = versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Remedy(`Node ${versions.node} is too old`, `install Node ${engines.node}`);
  return `Node ${versions.node}`;
}

async function python() {
  const { code, stdout } = await read('python3', ['-I', '-m', 'pip', '--version']);
  if (code !== 0) throw new Remedy('Python 3 with pip was not found', 'apt-get install python3 python3-pip');
  return stdout.split(' ').slice(0, 2).join(' ');
}

async function rust() {
  const wanted = /^rust-version = "(\d+)\.(\d+)"/m.exec(readFileSync(manifest, 'utf8')).slice(1).map(Number);
  const { code, stdout } = await read('rustc', ['--version']);
  const found = /(\d+)\.(\d+)\.\d+/.exec(stdout);
  if (code !== 0 || !found) throw new Remedy('Rust was not found', 'install it with rustup, then open a new terminal');
  const [major, minor] = found.slice(1).map(Number);
  if (major < wanted[0] || (major === wanted[0] && minor < wanted[1]))
    throw new Remedy(
      `Rust ${found[0]} is too old; ${wanted.join('.')} is needed`,
      'run "rustup toolchain install" in this folder',
    );
  return `Rust ${found[0]}`;
}

async function part(name) {
  const { code, stdout } = await read('cargo', [name, '--version']);
  const component = name === 'fmt' ? 'rustfmt' : name;
  if (code !== 0) throw new Remedy(`cargo ${name} was not found`, `rustup component add ${component}`);
  return stdout.trim().split(' ').slice(0, 2).join(' ');
}
