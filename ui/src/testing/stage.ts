// A component of the window alone, as tests look at it: with the made-up documents behind it, in a page without a screen.

import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach } from 'vitest';
import { fixture } from '../fixture/backend';
import type { Backend } from '../lib/backend/interface';
import { App } from '../lib/state/app.svelte';
import Stage from './Stage.svelte';

const shown: Record<string, unknown>[] = [];

afterEach(async () => {
  await Promise.all(shown.splice(0).map((component) => unmount(component)));
  localStorage.clear();
});

/** The window's stores over the made-up documents, with their collection shown. */
export async function openApp(some: Partial<Backend> = {}): Promise<App> {
  const app = new App({ ...fixture, ...some });
  await app.library.open();
  return app;
}

/** Shows a component in the page. */
export function show<Props extends Record<string, unknown>>(app: App, component: Component<Props>, props: Props): void {
  shown.push(mount(Stage<Props>, { target: document.body, props: { app, component, props } }));
  flushSync();
}

/** The elements that a selector finds. */
export function all(selector: string): HTMLElement[] {
  flushSync();
  return [...document.querySelectorAll<HTMLElement>(selector)];
}

/** The one element that a selector finds. */
export function one(selector: string): HTMLElement {
  const [found, ...others] = all(selector);
  if (!found || others.length) throw new Error(`${selector} finds ${others.length + (found ? 1 : 0)} elements`);
  return found;
}

/** A text as people read it, without the white space between elements. */
export const text = (selector: string) => (one(selector).textContent ?? '').replaceAll(/\s+/g, ' ').trim();

/** Presses a key on what has the focus, or on an element. */
export function press(
  key: string,
  target: Element | null = document.activeElement,
  more: KeyboardEventInit = {},
): void {
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  flushSync();
}

/** Waits until something is so. */
export async function until(what: string, look: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    flushSync();
    if (look()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`waited in vain: ${what}`);
}
