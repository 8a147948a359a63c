// Review tables in the real window: questions are pasted and asked of each document while the user watches, an answer opens its
// page, is marked or replaced by another passage, and filling is cancelled and resumed.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { add, ask, boxInSight, choose, fill, pagesDrawn, press } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const documents = ['annual-report.pdf', 'services-agreement.pdf'].map((name) => join(assets, name));
const asked = [
  'How much notice is needed to terminate for convenience?',
  'What is the cap on liability?',
  'Which planet has the most moons?',
];
/** The row of the agreement: documents are in the order of their names. */
const AGREEMENT = 1;
/** Sixty answers take less than a minute on an idle machine, and several on a busy one. */
const PATIENCE = 300_000;

let display, window;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
  await add(window, documents);
});

after(async () => {
  await window?.close();
  await display?.close();
});

const there = (selector) => document.querySelector(selector) !== null;
const invoke = (command, values) =>
  window.eval((command, values) => globalThis.__TAURI_INTERNALS__.invoke(command, values), command, values);
const filled = () => window.eval(() => document.querySelectorAll("[data-cell]:not([data-state='waiting'])").length);
const untilState = (state, patience) =>
  window.until(`a table that is ${state}`, there, [`[data-grid-state='${state}']`], patience);

/** The selector of a cell, by its row and column from 0. */
function cellAt(row, column) {
  return window.eval(
    (row, column) => {
      const cell = document.querySelectorAll('[data-row]')[row].querySelectorAll('[data-cell]')[column];
      return `[data-cell='${cell.dataset.cell}']`;
    },
    row,
    column,
  );
}

/** Fills the form for a new table, and sends it. */
async function create(source, text) {
  await window.until('the form', there, ['[data-create-grid]']);
  await press(window, `#grid input[value='${source}']`);
  if (text) {
    await window.until('the field', there, ['#grid textarea']);
    await fill(window, '#grid textarea', text);
  }
  await press(window, '[data-create-grid]');
  await window.until('the table', there, ['[data-cell]']);
}

test('pasted questions are asked of each document while the user watches', async () => {
  await window.key('ctrl+t');
  await window.until('the pane', () => document.activeElement.matches('#grid'));
  await create('own', asked.join('\n'));
  await untilState('running');
  await untilState('done', PATIENCE);
  assert.equal(await filled(), 6, 'three questions, two documents');
  const notice = await window.eval((cell) => document.querySelector(cell).innerText, await cellAt(AGREEMENT, 0));
  assert.match(notice, /^p\. \d+\s+\d+ days\s*$/, 'the printed page, and the value alone');
  const none = await window.eval((cell) => document.querySelector(cell).dataset.state, await cellAt(AGREEMENT, 2));
  assert.equal(none, 'not_found');
  await window.picture('60-review-table');
});

test('an answer opens its page, and arrows go from cell to cell', async () => {
  const first = await cellAt(AGREEMENT, 0);
  await press(window, first);
  await boxInSight(window, 'sentence');
  await pagesDrawn(window);
  await window.eval((cell) => document.querySelector(cell).focus(), first);
  await window.key('Right');
  const focused = (cell) => document.activeElement === document.querySelector(cell);
  await window.until('the focus on the next column', focused, [await cellAt(AGREEMENT, 1)]);
  await window.key('Left');
  await window.until('the focus back', focused, [first]);
});

test('a mark is kept, and is one that improving the search learns from', async () => {
  const first = await cellAt(AGREEMENT, 0);
  await window.key('y');
  await window.until('the mark', there, [`${first}[data-judged='right']`]);
  await window.picture('61-review-table-marked');
  const [{ id: collection }] = await invoke('collections', {});
  const marks = await invoke('marks', { collection });
  assert.deepEqual(
    marks.map(({ question, answers }) => [question, answers]),
    [[asked[0], true]],
  );
});

test('a wrong answer gives way to the next candidate, and what is not there is said to be', async () => {
  const first = await cellAt(AGREEMENT, 0);
  const shown = () => window.eval(() => document.querySelector('[data-detail] [data-answer]')?.dataset.answer);
  const before = await shown();
  await press(window, "[data-judge='wrong']");
  await window.until('the next candidate', there, ['[data-candidate]']);
  assert.notEqual(await shown(), before);
  await boxInSight(window, 'sentence');
  await window.picture('61-review-table-candidate');
  await press(window, "[data-judge='absent']");
  await window.until('the word of the user', there, [`${first}[data-judged='absent'][data-state='not_found']`]);
  await press(window, '[data-take-back]');
  await window.until('the first answer again', there, [`${first}[data-state='found']:not([data-judged])`]);
  assert.equal(await shown(), before);
  await press(window, "[data-judge='right']");
  await window.until('the mark', there, [`${first}[data-judged='right']`]);
});

test('Check next leads to an answer that nobody checked', async () => {
  await press(window, '[data-check-next]');
  await window.until('another cell', there, ["[data-cell][aria-selected='true']:not([data-judged])"]);
  const state = await window.eval(() => document.querySelector("[data-cell][aria-selected='true']").dataset.state);
  assert.notEqual(state, 'waiting');
});

test('a result of the search replaces an answer', async () => {
  await window.key('slash');
  await window.until('the search field', () => document.activeElement.matches('#question'));
  await ask(window, 'Who owns the deliverables?');
  const hit = await window.eval(() => document.querySelector(".hit[aria-current='true'] .page").textContent.trim());
  await press(window, '#grid-button');
  await window.until('the table', there, ['[data-cell]']);
  const second = await cellAt(AGREEMENT, 1);
  await press(window, second);
  await window.until('the selected result', there, ["[data-judge='pointed']"]);
  await press(window, "[data-judge='pointed']");
  await window.until('the choice', there, [`${second}[data-judged='pointed']`]);
  const page = await window.eval((cell) => document.querySelector(`${cell} .page`).textContent.trim(), second);
  assert.equal(page, hit);
});

test('the filter leaves only what is not found', async () => {
  await choose(window, '#grid [data-grid-state] select', 'not_found');
  await window.until('fewer cells', () => document.querySelectorAll('[data-cell]:not(.faded)').length < 6);
  const clear = await window.eval(() => {
    return [...document.querySelectorAll('[data-cell]:not(.faded)')].map((cell) => cell.dataset.state);
  });
  assert.ok(clear.length > 0 && clear.every((state) => state === 'not_found'), clear.join());
});

test('filling is cancelled and resumed', async () => {
  await press(window, '[data-new-grid]');
  await create('contract-review');
  await window.until(
    'the first answers',
    () => document.querySelectorAll("[data-state='found']").length > 2,
    [],
    PATIENCE,
  );
  await press(window, '[data-cancel-grid]');
  await untilState('cancelled');
  const before = await filled();
  assert.ok(before < 60, `${before} of 60 answers`);
  await window.picture('62-review-table-cancelled');
  await press(window, '[data-run-grid]');
  await untilState('done', PATIENCE);
  assert.equal(await filled(), 60);
  await window.picture('63-review-table-filled');
});

test('with one key the table has the whole window, and ten columns are in sight', async () => {
  await window.eval(() => document.querySelector('[data-cell]').focus());
  await window.key('4');
  await window.until('the rails', there, ["[data-rail='page']"]);
  const inSight = await window.eval(() => {
    const { left, right } = document.querySelector('#grid .scroll').getBoundingClientRect();
    const boxes = [...document.querySelectorAll('#grid thead th:not(.corner)')].map((th) => th.getBoundingClientRect());
    return boxes.filter((box) => box.left >= left && box.right <= right + 1).length;
  });
  await window.picture('64-review-table-wide');
  assert.ok(inSight >= 10, `${inSight} columns`);
  await window.key('4');
  await window.until('the page again', () => !document.querySelector("[data-rail='page']"));
});

test('marks are there in the next window', async () => {
  const { home } = window;
  await window.close({ keep: true });
  window = await openWindow(display, { home });
  await window.until('the table, which was open', there, ['[data-cell]']);
  const first = await window.eval(() => document.querySelector('#grid .head select').options[0].value);
  await choose(window, '#grid .head select', first);
  await window.until('the first table', () => document.querySelectorAll('#grid thead button').length === 3);
  assert.equal(await window.eval(() => document.querySelectorAll("[data-judged='right']").length), 1);
  assert.equal(await window.eval(() => document.querySelectorAll("[data-judged='pointed']").length), 1);
});
