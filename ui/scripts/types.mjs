// Brings the types that cross from the engine to the window, and its commands, from Rust to TypeScript.
// `npm run types` writes them to src/lib/types; with `-- --check` it fails when the committed ones are stale.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const made = join(root, 'src-tauri', 'target', 'types');
const kept = join(root, 'ui', 'src', 'lib', 'types');

/** The same flags as the tests of the whole workspace, so that nothing is compiled twice. */
const workspace = ['--workspace', '--features', 'pincite-desktop/custom-protocol', '--lib', '--bins'];

function generate() {
  rmSync(made, { recursive: true, force: true });
  const args = ['test', '--quiet', ...workspace, 'export_bindings'];
  const run = spawnSync('cargo', args, { cwd: join(root, 'src-tauri'), stdio: ['ignore', 'ignore', 'inherit'] });
  if (run.status !== 0) throw new Error('cargo could not generate the types: see its message above');
}

const names = (folder) => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ts')) : []);
const same = (name) =>
  existsSync(join(made, name)) &&
  existsSync(join(kept, name)) &&
  readFileSync(join(made, name), 'utf8') === readFileSync(join(kept, name), 'utf8');

generate();
const stale = [...new Set([...names(made), ...names(kept)])].filter((name) => !same(name));

if (process.argv.includes('--check')) {
  if (stale.length) {
    console.error(`Types of the window are stale: ${stale.join(', ')}. Run "npm run types" and commit the result.`);
    process.exit(1);
  }
} else {
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  for (const name of names(made)) copyFileSync(join(made, name), join(kept, name));
  console.log(`${names(made).length} types, ${stale.length} of them changed`);
}
