// Where the focus goes when something comes into sight that was waited for.

import { tick } from 'svelte';

/** Moves the focus to what `work` brings into sight, unless the user has gone elsewhere meanwhile. */
export async function focusAfter(work: Promise<void>, selector: string): Promise<void> {
  const from = document.activeElement;
  await work;
  await tick();
  const { activeElement } = document;
  const stayed = activeElement === from || activeElement === document.body;
  if (stayed) document.querySelector<HTMLElement>(selector)?.focus();
}
