// The default encoder, fetched by the program itself: by pinned name and hash, skipped when it is already there.

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

/** Name of the encoder that a question would be answered with. */
async function inUse(pincite) {
  const { code, stdout, stderr } = await read(pincite, ['models', 'list', '--json']);
  if (code !== 0) throw new Remedy(`${pincite} does not run\n${stderr}`, 'see the message above');
  return JSON.parse(stdout).find((model) => model.in_use)?.name;
}
