// The files of the repository, as git knows them. Not for judging them.

import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Every file that is committed or about to be: `{ path, bytes }`. */
export function files() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0');
  return paths.filter(Boolean).flatMap((path) => {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    return found?.isFile() ? [{ path, bytes: found.size }] : [];
  });
}

/** The files that people write and read: those whose names end like source, prose or settings. */
export function textFiles() {
  const written = /\.(rs|toml|m?js|ts|svelte|css|html|json|md|py|sh|sql|txt|ya?ml)$|^\.ci\/run$/;
  return files().filter(({ path }) => written.test(path));
}

/** Text of a file, by its path in the repository. */
export function text(path) {
  return readFileSync(join(root, path), 'utf8');
}
