// Carries out a command of the keyboard.

import { tick } from 'svelte';
import type { App } from '../state/app.svelte';
import { focus } from './focus';
import type { Command } from './keys';

/** Does what a command says. Help is shown by the window itself. */
export async function runCommand(command: Exclude<Command, 'help'>, app: App): Promise<void> {
  const { questions } = app;
  const commands: Record<typeof command, () => unknown> = {
    search: () => focusSearch(app),
    history: () => showHistory(app),
    next: () => (questions.open ? stepQuestion(app, 1) : stepResult(app, 1)),
    previous: () => (questions.open ? stepQuestion(app, -1) : stepResult(app, -1)),
    page: () => showPage(app),
    citation: () => !questions.open && app.copyCitation(),
    quote: () => !questions.open && app.copyQuote(),
    relevant: () => judge(app, true),
    irrelevant: () => judge(app, false),
    'zoom-in': () => app.viewer.zoomBy(1),
    'zoom-out': () => app.viewer.zoomBy(-1),
    'zoom-fit': () => app.viewer.fit(),
    jump: () => focus('#page-number'),
    mode: () => app.cycleMode(),
    add: () => app.chooseFiles(),
    improve: () => toggleTuning(app),
    questions: () => toggleQuestions(app),
    'show-library': () => app.panes.toggle('library'),
    'show-search': () => app.panes.toggle('search'),
    'show-page': () => app.panes.toggle('page'),
    pane: nextPane,
    back: () => goBack(app),
  };
  await commands[command]();
}

/** The search field is hidden while the questions are listed. */
async function focusSearch({ questions, panes }: App): Promise<void> {
  questions.open = false;
  panes.open('search');
  await tick();
  focus('#question');
}

async function showHistory(app: App): Promise<void> {
  await focusSearch(app);
  app.panes.history = true;
}

async function showPage({ panes }: App): Promise<void> {
  panes.open('page');
  await tick();
  focus('#pages');
}

async function stepResult(app: App, by: 1 | -1): Promise<void> {
  const { chosen, hits } = app.search;
  if (hits.length === 0) return;
  const index = Math.max(0, Math.min(chosen + by, hits.length - 1));
  const opened = app.openHit(index);
  reveal(`[data-hit="${index}"]`);
  await opened;
}

async function stepQuestion(app: App, by: 1 | -1): Promise<void> {
  const { chosen, page } = app.questions;
  const at = page.questions.findIndex(({ id }) => id === chosen);
  const index = at < 0 ? 0 : Math.max(0, Math.min(at + by, page.questions.length - 1));
  const question = page.questions[index];
  if (!question) return;
  const opened = app.openQuestion(question);
  reveal(`[data-question="${question.id}"] .asked`);
  await opened;
}

function reveal(selector: string): void {
  const item = document.querySelector<HTMLElement>(selector);
  item?.focus({ preventScroll: true });
  item?.closest('li')?.scrollIntoView({ block: 'nearest' });
}

/** Marks the selected result, or changes the selected question in the list of questions. */
async function judge(app: App, positive: boolean): Promise<void> {
  const { questions } = app;
  if (!questions.open) return app.mark(positive);
  const chosen = questions.page.questions.find(({ id }) => id === questions.chosen);
  if (chosen && chosen.kept !== positive) await questions.keep(chosen.id, positive);
}

/** Moves the focus to the next pane, to the first thing in it that takes the focus. */
function nextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(at + 1) % panes.length];
  next?.querySelector<HTMLElement>('textarea, #pages, button')?.focus();
}

/** Moves the focus into the pane that opens, and back to its button when it closes. */
async function toggleTuning(app: App): Promise<void> {
  const shown = app.toggleTuning();
  await tick();
  focus(app.tuning.open ? '#tuning' : '#tuning-button');
  await shown;
}

async function toggleQuestions(app: App): Promise<void> {
  const shown = app.toggleQuestions();
  await tick();
  focus(app.questions.open ? '#questions' : '#questions-button');
  await shown;
}

/** Goes from the page back to the result, and from there or from a field back to the search field. */
function goBack({ search, tuning, questions }: App): void {
  if (document.activeElement?.closest('#tuning')) {
    tuning.open = false;
    return focus('#tuning-button');
  }
  const onPage = document.activeElement?.closest('#viewer');
  if (questions.open) {
    if (onPage && questions.chosen !== null) return focus('.asked[aria-current="true"]');
    questions.open = false;
    return focus('#questions-button');
  }
  focus(onPage && search.hit ? '.hit[aria-current="true"]' : '#question');
}
