// The default encoder, and the question generator that comes with Pincite, fetched by the program itself: by pinned name
// and hash, skipped when they are already there.

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

/** Name of the model that lies in `models/` of the checkout, and of its folder. */
const GENERATOR = 'pincite-questions';

/** Brings the question generator about; it is part of the checkout, so that no network is needed. */
export function questionGenerator(profile) {
  const pincite = program('pincite', profile);
  const installed = async () => (await list(pincite)).some(({ name, installed }) => installed && name === GENERATOR);
  return {
    title: 'Question generator',
    async done() {
      return (await installed()) && `${GENERATOR} is installed`;
    },
    async work() {
      const remedy = `git checkout -- models/${GENERATOR}; the whole folder belongs to the checkout`;
      await run(pincite, ['models', 'fetch', GENERATOR], { remedy });
      if (!(await installed())) throw new Remedy(`${GENERATOR} was brought and is not installed`, `look at ${home}`);
      return `${GENERATOR}, in ${home}`;
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
