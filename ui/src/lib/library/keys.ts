// The keys of the list of documents, which work while a name in it has the focus. Not for keys of the whole window
// (`keyboard/keys`).

import { tick } from 'svelte';
import { focus, focusFrom } from '../keyboard/focus';
import type { App } from '../state/app.svelte';
import type { DocumentView } from '../types/DocumentView';

/** Does what a key means at the document that has the focus. */
export function listKey(event: KeyboardEvent, app: App): void {
  const target = event.target instanceof Element ? event.target.closest('.name') : null;
  const id = Number(target?.closest<HTMLElement>('[data-document]')?.dataset.document);
  const document = target && app.library.document(id);
  const act = document && actionOf(event, app, document);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function actionOf(event: KeyboardEvent, app: App, document: DocumentView): (() => void) | null {
  const { listing } = app;
  const { key, shiftKey } = event;
  const held = event.ctrlKey || event.metaKey;
  if (held) return key === 'a' ? () => listing.selectAll() : null;
  if (key === 'ArrowDown') return () => step(app, document, 1, shiftKey);
  if (key === 'ArrowUp') return () => step(app, document, -1, shiftKey);
  if (key === 'F2') return () => listing.write(document.id, 'name');
  if (key === 'Delete') return () => void remove(app, document);
  if (key === 'Escape' && listing.selected.size > 1) return () => listing.unselect();
  return null;
}

/** Moves the focus to another document. With Shift the selection grows up to it. */
function step({ listing }: App, from: DocumentView, by: 1 | -1, extend: boolean): void {
  const { visible } = listing;
  const next = visible[visible.findIndex(({ id }) => id === from.id) + by];
  if (!next) return;
  if (extend && !listing.selected.has(from.id)) listing.only(from.id);
  if (extend) listing.extend(next.id);
  focus(nameOf(next.id));
}

/** Removes what is selected, and moves the focus to what stands there then. Who types elsewhere by then goes on typing. */
async function remove(app: App, document: DocumentView): Promise<void> {
  const from = globalThis.document.activeElement;
  const at = app.listing.visible.findIndex(({ id }) => id === document.id);
  await app.remove(app.listing.concerned(document));
  await tick();
  const { visible } = app.listing;
  const next = visible[Math.min(at, visible.length - 1)];
  if (next) focusFrom(from, nameOf(next.id));
}

const nameOf = (id: number) => `[data-document="${id}"] .name`;
