// From the window to what is kept of it, and back at the next start. Not for storing it (`session`).

import type { Grids } from './grids.svelte';
import type { Library } from './library.svelte';
import type { Memory } from './memory.svelte';
import type { Search } from './search.svelte';
import type { Viewer } from './viewer.svelte';
import type { Kept, KeptQuestion } from './session.svelte';

/** The stores that know where the user is. */
interface Stores {
  readonly grids: Grids;
  readonly library: Library;
  readonly memory: Memory;
  readonly search: Search;
  readonly viewer: Viewer;
  openHit(index: number): Promise<void>;
}

/** Where the user is. The question is left out where questions are not kept, or this one was removed. */
export function placeOf(stores: Stores): Kept {
  const { grids, library, viewer } = stores;
  const open = viewer.document && !viewer.problem ? { document: viewer.document.id, ...viewer.anchor } : null;
  const table = grids.open ? (grids.view?.id ?? null) : null;
  return { collection: library.current, question: questionOf(stores), open, table, zoom: viewer.zoom };
}

function questionOf({ search, memory }: Stores): KeptQuestion | null {
  const asked = search.answer?.question;
  if (!asked || !memory.kept?.on || search.forgotten) return null;
  const { text, mode, documents } = asked;
  return { text, mode, documents, gather: search.gather, passage: search.hit?.id ?? null };
}

/** Brings it back, as far as its collection and documents are still there. Whatever the user does first goes before. */
export async function returnTo(stores: Stores, kept: Kept): Promise<void> {
  const { library, search, viewer } = stores;
  const { collection } = kept;
  if (collection === null || !library.collections.some(({ id }) => id === collection)) return;
  viewer.zoom = kept.zoom;
  if (collection !== library.current) await library.show(collection);
  const { question } = kept;
  if (question && (search.text || !(await ask(stores, collection, question)))) return;
  await show(stores, kept);
  if (question) await sort(stores, kept, question);
  if (kept.table !== null) await stores.grids.reopen(kept.table);
}

/** Asks the question again; whether it was answered, and nothing else was asked meanwhile. */
async function ask({ library, search }: Stores, collection: number, question: KeptQuestion): Promise<boolean> {
  search.text = question.text;
  search.mode = question.mode;
  search.documents = question.documents.filter((id) => library.document(id));
  await search.ask(collection, false, question.gather);
  choose(search, question);
  return isThere(search, question);
}

/** Puts the results in their final order, and shows the result kept in it: only there it may be one. */
async function sort(stores: Stores, kept: Kept, question: KeptQuestion): Promise<void> {
  const { search } = stores;
  await search.sort(search.hit);
  if (!isThere(search, question) || search.movedOn) return;
  if (search.hit?.id !== question.passage) choose(search, question);
  await show(stores, kept);
}

/** Opens the place that was read. Where its document or the result kept is gone, that is the place of the result chosen. */
async function show(stores: Stores, { open, question }: Kept): Promise<void> {
  const { library, search, viewer } = stores;
  const { hit } = search;
  const isGone = question !== null && question.passage !== null && hit?.id !== question.passage;
  const listed = open && !isGone ? library.document(open.document) : null;
  if (hit && (!listed || listed.id === hit.document)) await stores.openHit(search.chosen);
  if (!open || !listed) return;
  const highlights = viewer.document?.id === listed.id ? viewer.highlights : [];
  await viewer.restore({ document: listed, anchor: { page: open.page, share: open.share }, highlights });
}

function choose(search: Search, { passage }: KeptQuestion): void {
  const place = search.hits.findIndex(({ id }) => id === passage);
  search.choose(place < 0 ? 0 : place);
}

const isThere = (search: Search, { text }: KeptQuestion) => search.answer?.question.text === text;
