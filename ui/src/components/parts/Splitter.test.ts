// @vitest-environment happy-dom
// The edge between two panes: keys and the mouse move it where they point, whichever way the window runs.

import { mount, unmount } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { one, press } from '../../testing/stage';
import Splitter from './Splitter.svelte';

let shown: Record<string, unknown>;
let moved: number[] = [];

function show(direction: 'ltr' | 'rtl'): HTMLElement {
  moved = [];
  const onmove = (by: number) => void moved.push(Math.sign(by));
  shown = mount(Splitter, { target: document.body, props: { label: 'Edge', share: 0.2, onmove } });
  const edge = one('[role="separator"]');
  edge.style.direction = direction;
  return edge;
}

function drag(edge: HTMLElement, by: number) {
  edge.hasPointerCapture = () => true;
  const event = new Event('pointermove', { bubbles: true });
  edge.dispatchEvent(Object.assign(event, { movementX: by, pointerId: 1 }));
}

afterEach(() => unmount(shown));

it.each([
  ['ltr', 1],
  ['rtl', -1],
] as const)('%s', (direction, right) => {
  const edge = show(direction);
  press('ArrowRight', edge);
  press('ArrowLeft', edge);
  drag(edge, 40);
  press('ArrowUp', edge);
  expect(moved).toEqual([right, -right, right]);
});
