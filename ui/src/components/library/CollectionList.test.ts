// @vitest-environment happy-dom
// Collections: one is handed on as a bundle with the key that proves who made it, and an open bundle offers no changes.

import { expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import { all, one, openApp, show, text, until } from '../../testing/stage';
import CollectionList from './CollectionList.svelte';

it('makes a bundle, and shows its key until it is copied', async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  const made: string[] = [];
  const copied: unknown[] = [];
  const app = await openApp({
    bundle: async (_, file) => (made.push(file), 'RWQkey'),
    copy: async (text) => void copied.push(text),
  });
  show(app, CollectionList, {});
  all('[data-bundle]')[0]?.click();
  await until('the key', () => all('[data-key]').length > 0);
  expect(made).toEqual([`/handed on/${app.library.collections[0]?.name}.pincite`]);
  expect(text('[data-key]')).toBe('RWQkey');
  one('[data-key] + button').click();
  await until('the copy', () => copied.length > 0);
  expect(copied).toEqual(['RWQkey']);
});

it('shows no key if no file was chosen, or it could not be written', async () => {
  const refused = { code: 'engine.unwritable', message: 'The disk is full.' };
  for (const some of [{ chooseBundleTarget: async () => null }, { bundle: () => Promise.reject(refused) }]) {
    const app = await openApp(some);
    const [first] = app.library.collections;
    expect(first && (await app.library.bundle(first))).toBeNull();
  }
});

it('offers no changes of a bundle', async () => {
  const status = await fixture.status();
  for (const bundle of [null, { key: 'RWQkey', signed_at: 1_795_000_000 }]) {
    const app = await openApp({ status: async () => ({ ...status, bundle }) });
    await app.engine.refresh();
    show(app, CollectionList, {});
    expect(all('[data-read-only]')).toHaveLength(bundle ? 1 : 0);
    expect(all('.actions button, .head button').length > 0).toBe(!bundle);
    document.body.replaceChildren();
  }
});
