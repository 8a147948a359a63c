// Makes the icon files of the window from pincite.svg: `npm run icons`.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'pincite-icons-'));

try {
  const args = ['tauri', 'icon', join(here, 'pincite.svg'), '--output', work];
  if (spawnSync('npx', args, { stdio: 'inherit' }).status !== 0) throw new Error('tauri could not draw the icons');
  for (const name of ['32x32.png', '128x128.png', '128x128@2x.png', 'icon.icns', 'icon.ico']) {
    copyFileSync(join(work, name), join(here, name));
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
