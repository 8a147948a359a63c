// The default encoder, fetched by the program itself: by pinned name and hash, skipped when it is already there.

import { home, program } from '../lib/place.mjs';
import { run } from '../lib/process.mjs';

/** Brings the default encoder about in `<home>/models`; the command line must have been built with that profile. */
export function defaultModel(profile) {
  return {
    title: 'Default encoder',
    async work() {
      const remedy = `on a machine without network: pincite models import <folder>, into ${home}`;
      await run(program('pincite', profile), ['models', 'fetch'], { remedy });
    },
  };
}
