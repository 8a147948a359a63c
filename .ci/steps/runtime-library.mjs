// The ONNX Runtime library: a plain shared library that the npm package onnxruntime-node carries. It is copied to where
// Pincite looks for it, so that the program needs neither Node nor node_modules later.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { home, root } from '../lib/place.mjs';
import { Remedy } from '../lib/step.mjs';

const source = join(root, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6', platform, arch);
const destination = join(home, 'runtime');

/** Brings the library about in `<home>/runtime`. */
export const runtimeLibrary = {
  title: 'ONNX Runtime library',
  done() {
    return libraries().every(same) && `in ${destination}`;
  },
  work(say) {
    mkdirSync(destination, { recursive: true });
    for (const name of libraries().filter((name) => !same(name))) {
      say(`${name} → ${destination}`);
      place(name);
    }
  },
};

function libraries() {
  const found = existsSync(source) ? readdirSync(source).filter((name) => /\.(so|dylib|dll)/.test(name)) : [];
  if (found.length > 0) return found;
  throw new Remedy(
    `ONNX Runtime is not packaged for ${platform} ${arch}`,
    `put its shared library, version 1.24 or newer, into ${destination}`,
  );
}

function same(name) {
  const there = join(destination, name);
  return existsSync(there) && hash(there) === hash(join(source, name));
}

/** Copies beside and renames: a library that another process has loaded is never written into. */
function place(name) {
  const beside = join(destination, `.${name}.new`);
  copyFileSync(join(source, name), beside);
  renameSync(beside, join(destination, name));
}

function hash(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
