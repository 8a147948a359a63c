// The sample documents that come with Pincite, in a collection of their own. Not for documents of the user.

import { words } from '../words/language';
import type { App } from './app.svelte';

/** Adds the sample documents, and shows their collection. */
export async function trySamples(app: App): Promise<void> {
  await app.notices.attempt(words.failures.samples, async () => {
    const name = words.library.sampleCollection;
    const known = app.library.collections.find((collection) => collection.name === name);
    if (known) await app.showCollection(known.id);
    const collection = known?.id ?? (await app.library.create(name));
    await app.backend.addSamples(collection);
  });
}

/** Asks an example question of all documents shown. */
export async function askExample({ app, text }: { app: App; text: string }): Promise<void> {
  app.search.text = text;
  app.search.documents = [];
  await app.ask();
}
