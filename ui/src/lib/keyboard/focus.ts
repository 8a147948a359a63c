// Moves the focus, at once or when something has been loaded.

import { tick } from 'svelte';

/** Moves the focus to what a selector finds first, if anything. */
export const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

/** Moves the focus to what `work` shows, unless the user has moved it meanwhile. */
export async function focusAfter(work: Promise<void>, selector: string): Promise<void> {
  const from = document.activeElement;
  await work;
  await tick();
  focusFrom(from, selector);
}

/** Moves the focus on from an element that may be gone, unless the user has moved it meanwhile. */
export function focusFrom(from: Element | null, selector: string): void {
  const { activeElement } = document;
  if (activeElement === from || activeElement === document.body) focus(selector);
}

/** Moves the focus among the elements that a selector finds in a box, and stays at its ends. */
export function stepFocus(box: HTMLElement, selector: string, by: number): void {
  const all = [...box.querySelectorAll<HTMLElement>(selector)];
  const at = all.findIndex((element) => element === document.activeElement);
  all[Math.max(0, Math.min(at + by, all.length - 1))]?.focus();
}
