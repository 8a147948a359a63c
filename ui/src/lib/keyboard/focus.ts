// Moves the focus, at once or when something has been loaded.

import { tick } from 'svelte';

/** Moves the focus to what a selector finds first, if anything. */
export const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

/** Moves the focus to what `work` shows, unless the user has moved it meanwhile. */
export async function focusAfter(work: Promise<void>, selector: string): Promise<void> {
  const from = document.activeElement;
  await work;
  await tick();
  const { activeElement } = document;
  if (activeElement === from || activeElement === document.body) focus(selector);
}
