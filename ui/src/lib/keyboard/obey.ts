// Carries out a command of the keyboard.

import { tick } from 'svelte';
import type { App } from '../state/app.svelte';
import type { Command } from './keys';

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

/** Help is the window's own affair; everything else is done here. */
export async function obey(command: Exclude<Command, 'help'>, app: App): Promise<void> {
  const acts: Record<typeof command, () => unknown> = {
    question: () => focus('#question'),
    next: () => step(app, 1),
    previous: () => step(app, -1),
    page: () => focus('#pages'),
    citation: () => app.copyCitation(),
    quote: () => app.copyQuote(),
    answers: () => app.mark(true),
    misses: () => app.mark(false),
    'zoom-in': () => app.viewer.zoomBy(1),
    'zoom-out': () => app.viewer.zoomBy(-1),
    'zoom-fit': () => app.viewer.fit(),
    jump: () => focus('#page-number'),
    mode: () => app.cycleMode(),
    add: () => app.chooseFiles(),
    adapt: () => adapt(app),
    pane: nextPane,
    leave: () => leave(app),
  };
  await acts[command]();
}

async function step(app: App, by: 1 | -1): Promise<void> {
  const { chosen, hits } = app.inquiry;
  if (hits.length === 0) return;
  const place = Math.max(0, Math.min(chosen + by, hits.length - 1));
  const opened = app.openHit(place);
  const hit = document.querySelector<HTMLElement>(`[data-hit="${place}"]`);
  hit?.focus({ preventScroll: true });
  hit?.closest('li')?.scrollIntoView({ block: 'nearest' });
  await opened;
}

/** Focus goes round the panes, to the first thing in each that can take it. */
function nextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(at + 1) % panes.length];
  next?.querySelector<HTMLElement>('textarea, #pages, button')?.focus();
}

/** Focus follows what comes into sight, and goes back to where it came from. */
async function adapt(app: App): Promise<void> {
  const shown = app.toggleTuning();
  await tick();
  focus(app.tuning.open ? '#adapt' : '#adapt-button');
  await shown;
}

/** From the page back to the passage; from the passage, or a field, back to the question. */
function leave({ inquiry, tuning }: App): void {
  if (document.activeElement?.closest('#adapt')) {
    tuning.open = false;
    return focus('#adapt-button');
  }
  const onPage = document.activeElement?.closest('[aria-label="Page"]');
  focus(onPage && inquiry.hit ? '.hit[aria-current="true"]' : '#question');
}
