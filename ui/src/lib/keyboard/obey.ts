// Carries out a command of the keyboard.

import { tick } from 'svelte';
import type { App } from '../state/app.svelte';
import { focus } from './focus';
import type { Command } from './keys';

/** Help is the window's own affair; everything else is done here. */
export async function obey(command: Exclude<Command, 'help'>, app: App): Promise<void> {
  const { questions } = app;
  const acts: Record<typeof command, () => unknown> = {
    question: () => write(app),
    next: () => (questions.open ? stepQuestion(app, 1) : step(app, 1)),
    previous: () => (questions.open ? stepQuestion(app, -1) : step(app, -1)),
    page: () => focus('#pages'),
    citation: () => !questions.open && app.copyCitation(),
    quote: () => !questions.open && app.copyQuote(),
    answers: () => judge(app, true),
    misses: () => judge(app, false),
    'zoom-in': () => app.viewer.zoomBy(1),
    'zoom-out': () => app.viewer.zoomBy(-1),
    'zoom-fit': () => app.viewer.fit(),
    jump: () => focus('#page-number'),
    mode: () => app.cycleMode(),
    add: () => app.chooseFiles(),
    adapt: () => adapt(app),
    questions: () => list(app),
    pane: nextPane,
    leave: () => leave(app),
  };
  await acts[command]();
}

/** The field for a question stands where questions may be listed. */
async function write({ questions }: App): Promise<void> {
  questions.open = false;
  await tick();
  focus('#question');
}

async function step(app: App, by: 1 | -1): Promise<void> {
  const { chosen, hits } = app.inquiry;
  if (hits.length === 0) return;
  const place = Math.max(0, Math.min(chosen + by, hits.length - 1));
  const opened = app.openHit(place);
  show(`[data-hit="${place}"]`);
  await opened;
}

async function stepQuestion(app: App, by: 1 | -1): Promise<void> {
  const { chosen, page } = app.questions;
  const at = page.questions.findIndex(({ id }) => id === chosen);
  const place = at < 0 ? 0 : Math.max(0, Math.min(at + by, page.questions.length - 1));
  const question = page.questions[place];
  if (!question) return;
  const opened = app.openQuestion(question);
  show(`[data-question="${question.id}"] .asked`);
  await opened;
}

function show(selector: string): void {
  const item = document.querySelector<HTMLElement>(selector);
  item?.focus({ preventScroll: true });
  item?.closest('li')?.scrollIntoView({ block: 'nearest' });
}

/** Of the passage chosen, or of the question chosen in their list. */
async function judge(app: App, answers: boolean): Promise<void> {
  const { questions } = app;
  if (!questions.open) return app.mark(answers);
  const chosen = questions.page.questions.find(({ id }) => id === questions.chosen);
  if (chosen && chosen.kept !== answers) await questions.keep(chosen.id, answers);
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

async function list(app: App): Promise<void> {
  const shown = app.toggleQuestions();
  await tick();
  focus(app.questions.open ? '#questions' : '#questions-button');
  await shown;
}

/** From the page back to the passage; from the passage, or a field, back to the question. */
function leave({ inquiry, tuning, questions }: App): void {
  if (document.activeElement?.closest('#adapt')) {
    tuning.open = false;
    return focus('#adapt-button');
  }
  const onPage = document.activeElement?.closest('[aria-label="Page"]');
  if (questions.open) {
    if (onPage && questions.chosen !== null) return focus('.asked[aria-current="true"]');
    questions.open = false;
    return focus('#questions-button');
  }
  focus(onPage && inquiry.hit ? '.hit[aria-current="true"]' : '#question');
}
