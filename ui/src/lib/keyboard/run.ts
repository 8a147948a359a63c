// Carries out a command of the keyboard.

import { tick } from 'svelte';
import { openCell, rejectCell } from '../grid/cell';
import type { App } from '../state/app.svelte';
import { NEXT_MODE } from '../state/search.svelte';
import { trySamples } from '../state/samples';
import { focus } from './focus';
import type { Command } from './keys';
import { inField } from './target';

/** Does what a command says. Dialogs are shown by the window itself. */
export async function runCommand(
  command: Exclude<Command, 'help' | 'settings' | 'check-library'>,
  app: App,
): Promise<void> {
  const commands: Record<typeof command, () => unknown> = {
    search: () => focusSearch(app),
    history: () => showHistory(app),
    next: () => step(app, 1),
    previous: () => step(app, -1),
    page: () => showPage(app),
    'next-document': () => openBeside(app, 1),
    'previous-document': () => openBeside(app, -1),
    citation: () => copyCitation(app),
    quote: () => app.middle.isSearch && app.copyQuote(),
    'page-tables': () => app.viewer.document && app.out.saveTables(app.viewer.document, app.viewer.page),
    relevant: () => judge(app, true),
    irrelevant: () => judge(app, false),
    undo: () => undo(app),
    'text-larger': () => app.scale.by(1),
    'text-smaller': () => app.scale.by(-1),
    'text-normal': () => app.scale.normal(),
    samples: () => trySamples(app),
    watch: () => app.files.chooseWatched(),
    close: () => app.backend.closeWindow(),
    'zoom-in': () => app.viewer.zoomBy(1),
    'zoom-out': () => app.viewer.zoomBy(-1),
    'zoom-fit': () => app.viewer.fit(),
    jump: () => focus('#page-number'),
    mode: () => app.setMode(NEXT_MODE[app.search.mode]),
    add: () => app.files.choose(),
    improve: () => follow(app.toggleTuning(), app.tuning, 'tuning'),
    questions: () => follow(app.middle.toggle(app.questions), app.questions, 'questions'),
    tables: () => follow(app.middle.toggle(app.grids), app.grids, 'grid'),
    memo: () => toggleClaims(app),
    'show-library': () => app.panes.toggle('library'),
    'show-search': () => app.panes.toggle('search'),
    'show-page': () => app.panes.toggle('page'),
    'only-search': () => app.panes.only('search'),
    pane: nextPane,
    back: () => goBack(app),
  };
  await commands[command]();
}

/** In a field the last typing is undone, as everywhere; a menu takes the key before the field does. */
function undo(app: App): unknown {
  return inField() ? document.execCommand('undo') : app.undo.run();
}

/** Copies the citation of the result, or of the place that a claim was compared with. */
function copyCitation(app: App): unknown {
  const { claims, out } = app;
  if (claims.open) return claims.source && out.copyCitation(claims.source.citation);
  return app.middle.isSearch && app.copyCitation();
}

function step(app: App, by: 1 | -1): unknown {
  if (app.claims.open) return stepPoint(app, by);
  if (app.grids.open) return stepDocument(app, by);
  return app.questions.open ? stepQuestion(app, by) : stepResult(app, by);
}

/** Goes to the next open point of the memo. */
async function stepPoint({ claims }: App, by: 1 | -1): Promise<void> {
  claims.step(by);
  await tick();
  focus('[data-claim][aria-current="true"]');
}

/** Goes to the answer of the next document to the same question. */
async function stepDocument(app: App, by: 1 | -1): Promise<void> {
  const { chosen, table } = app.grids;
  const at = table.documents.findIndex(({ id }) => id === chosen?.document);
  const document = table.documents[at < 0 ? 0 : Math.max(0, Math.min(at + by, table.documents.length - 1))];
  const question = chosen?.question ?? table.questions[0]?.id;
  if (!document || question === undefined) return;
  const opened = openCell(app, { question, document: document.id });
  focus(`[data-cell="${question}/${document.id}"]`);
  await opened;
}

/** The search field is hidden while something is shown in place of the search. */
async function focusSearch(app: App): Promise<void> {
  app.middle.showSearch();
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

/** Opens the next document of the list that has pages, and reads it: the focus goes to its pages. */
async function openBeside(app: App, by: 1 | -1): Promise<void> {
  const open = app.viewer.document?.id;
  const readable = app.listing.visible.filter(({ id, pages }) => pages > 0 || id === open);
  const at = readable.findIndex(({ id }) => id === open);
  const next = at < 0 ? readable.at(by > 0 ? 0 : -1) : readable[at + by];
  if (!next) return;
  await app.openDocument(next);
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
  const { claims, grids, questions } = app;
  if (claims.open) return;
  if (grids.open) return positive ? grids.judge('right') : rejectCell(app);
  if (!questions.open) return app.markResult(positive);
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
async function follow(shown: Promise<void>, pane: { open: boolean }, id: string): Promise<void> {
  await tick();
  focus(pane.open ? `#${id}` : `#${id}-button`);
  await shown;
}

/** Without a result, the next thing to do is to paste a memo. */
async function toggleClaims(app: App): Promise<void> {
  await follow(app.toggleClaims(), app.claims, 'claims');
  if (app.claims.open) focus('#memo');
}

/** Goes from the page back to the result, and from there or from a field back to the search field. */
function goBack({ claims, grids, search, tuning, questions }: App): void {
  if (document.activeElement?.closest('#tuning')) {
    tuning.open = false;
    return focus('#tuning-button');
  }
  const onPage = document.activeElement?.closest('#viewer');
  const shown = [
    { pane: claims, id: 'claims', chosen: '[data-claim][aria-current="true"]' },
    { pane: grids, id: 'grid', chosen: '[data-cell][aria-selected="true"]' },
    { pane: questions, id: 'questions', chosen: '.asked[aria-current="true"]' },
  ].find(({ pane }) => pane.open);
  if (!shown) return focus(onPage && search.hit ? '.hit[aria-current="true"]' : '#question');
  if (onPage && document.querySelector(shown.chosen)) return focus(shown.chosen);
  shown.pane.open = false;
  focus(`#${shown.id}-button`);
}
