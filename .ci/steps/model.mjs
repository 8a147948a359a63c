// The default encoder, and the models that come with Pincite, fetched by the program itself: by pinned name and hash,
// skipped when they are already there.

import { home, program } from '../lib/place.mjs';
import { read, run } from '../lib/process.mjs';
import { Remedy } from '../lib/step.mjs';

/** Brings the default encoder about in `<home>/models`; the command line must have been built with that profile. */
export function defaultModel(profile) {
  const pincite = program('pincite', profile);
  return {
    title: 'Default encoder',
    async done() {
      const name = await inUse(pincite);
      return name && `${name} is installed`;
    },
    async work() {
      const remedy = `on a machine without network: ${pincite} models import <folder>`;
      await run(pincite, ['models', 'fetch'], { remedy });
      const name = await inUse(pincite);
      if (!name)
        throw new Remedy('The encoder was fetched but is not in use', `look at ${home}, and "${pincite} status"`);
      return `${name}, in ${home}`;
    },
  };
}

/** Name of the model that recognises scanned pages. */
const RECOGNISER = 'pp-ocrv6-tiny';

/** Brings the model that recognises scanned pages; without it, scanned pages stay pictures. */
export function recogniser(profile) {
  const pincite = program('pincite', profile);
  const installed = async () => (await list(pincite)).some((model) => model.name === RECOGNISER && model.installed);
  return {
    title: 'Text recognition',
    async done() {
      return (await installed()) && `${RECOGNISER} is installed`;
    },
    async work() {
      const remedy = `on a machine without network, carry the folder models/${RECOGNISER} of a data folder`;
      await run(pincite, ['models', 'fetch', RECOGNISER], { remedy });
      if (!(await installed())) throw new Remedy(`${RECOGNISER} was fetched but is not installed`, `look at ${home}`);
      return `${RECOGNISER}, in ${home}`;
    },
  };
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

/** Name of the encoder that a question would be answered with. */
async function inUse(pincite) {
  return (await list(pincite)).find((model) => model.in_use)?.name;
}

/** The models that the program knows. */
async function list(pincite) {
  const { code, stdout, stderr } = await read(pincite, ['models', 'list', '--json']);
  if (code !== 0) throw new Remedy(`${pincite} does not run\n${stderr}`, 'see the message above');
  return JSON.parse(stdout);
}
