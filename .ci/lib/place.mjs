// Where things are: the checkout's folders, the build's programs and the home of the user's data.
// Not for creating any of them.

import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { env, platform } from 'node:process';
import { fileURLToPath } from 'node:url';

/** Root of the checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The Cargo workspace's manifest. */
export const manifest = join(root, 'src-tauri', 'Cargo.toml');

/** The manifest of the workspace for studies. */
export const researchManifest = join(root, 'research', 'Cargo.toml');

/** Folder that cargo builds into, for both workspaces. */
export const target = env.CARGO_TARGET_DIR ?? join(root, 'src-tauri', 'target');

/** A program that cargo built, by its name and profile ("debug", "release" or "packaged"). */
export function program(name, profile) {
  return join(target, profile, platform === 'win32' ? `${name}.exe` : name);
}

/** Where tools of the build are kept for every checkout. */
export const cache = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pincite-build');

/** Where models, the ONNX Runtime library and the user's library live: the same rule as the program's own. */
export const home = env.PINCITE_HOME || dataFolder();

function dataFolder() {
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'pincite', 'data');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'pincite');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'pincite');
}
