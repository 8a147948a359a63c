// A review table is made for chosen documents, filled, corrected, confirmed, exported and checked: what a lawyer hands to a client.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { writePage } from './stage/pdf.mjs';
import { add, choose, fill, press } from './stage/steps.mjs';
import { openWindow } from './stage/window.mjs';

const folder = mkdtempSync(join(tmpdir(), 'pincite-hand-on-'));
const PATIENCE = 300_000;
const QUESTIONS = ['Who may end the agreement early?', 'Which law governs the agreement?'];
const LAWS = ['Norway', 'Spain', 'Ireland', 'Japan', 'Chile', 'Kenya', 'Malta'];
const filler = (subject) =>
  ['in the first year', 'in the second year', 'in the third year', 'after that'].flatMap((year) => [
    `The ${subject} are listed in the schedule that the parties sign ${year}, and each list is kept`,
    `at the office of the Supplier for ten years, where the Buyer can read the ${subject} ${year}.`,
  ]);
/** Each contract says its law. Every second one may be ended, in words that the question does not have. */
const contracts = LAWS.map((law, at) => {
  const path = join(folder, `contract-${at + 1}.pdf`);
  writePage(path, [
    ...[`SUPPLY AGREEMENT NUMBER ${at + 1}`, '1. Goods', ...filler('pallets and tiles')],
    ...(at % 2
      ? ['2. Cancelling', 'The Buyer may cancel this contract at any time by a notice of thirty days.']
      : ['2. Packing', 'The goods are packed in wooden boxes, which belong to the Supplier.']),
    ...filler(at % 2 ? 'notices' : 'boxes'),
    ...['3. Law', `This agreement is governed by the laws of ${law}.`, ...filler('courts')],
  ]);
  return path;
});

let display, window, grid;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
  await add(window, contracts);
});

after(async () => {
  await window?.close();
  await display?.close();
});

const there = (selector) => document.querySelector(selector) !== null;
const count = (selector) => window.eval((selector) => document.querySelectorAll(selector).length, selector);
const invoke = (command, values) =>
  window.eval((command, values) => globalThis.__TAURI_INTERNALS__.invoke(command, values), command, values);

test('a table is made for the documents that are selected', async () => {
  await window.eval(() => {
    for (const row of document.querySelectorAll('[data-document]')) {
      if (row.dataset.file === 'contract-7.pdf') continue;
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
      row.querySelector('.name').dispatchEvent(event);
    }
  });
  await window.until('six of seven', () => document.querySelectorAll('[data-document].selected').length === 6);
  await window.key('ctrl+t');
  await window.until('the form', there, ['[data-create-grid]']);
  await press(window, "#grid input[value='selected']");
  await press(window, "#grid input[value='own']");
  await window.until('the field', there, ['#grid textarea']);
  await fill(window, '#grid textarea', QUESTIONS.join('\n'));
  await press(window, '[data-create-grid]');
  await window.until('the table', there, ["[data-grid-state='done']"], PATIENCE);
  assert.equal(await count('[data-row]'), 6, 'six of seven documents');
  const [{ id: collection }] = await invoke('collections', {});
  [{ id: grid }] = await invoke('grids', { collection });
});

/** The cell of a contract in the second column. */
const lawOf = (number) =>
  window.eval((number) => {
    const row = [...document.querySelectorAll('[data-row]')].find((row) =>
      row.textContent.includes(`contract-${number}`),
    );
    return `[data-cell='${row.querySelectorAll('[data-cell]')[1].dataset.cell}']`;
  }, number);

test('three marks change the other answers of their column, which are shown', async () => {
  for (const number of [1, 2, 3]) {
    await press(window, await lawOf(number));
    await window.until('the answer', there, ["[data-judge='absent']"]);
    await press(window, "[data-judge='absent']");
    await window.until('the mark', there, [`${await lawOf(number)}[data-judged='absent']`]);
  }
  await window.until('the count', there, ["[data-changed-cells='3']"]);
  await window.picture('65-marks-change-answers');
  await press(window, '[data-show-changed]');
  await window.until('those alone', () => document.querySelectorAll('[data-row]').length === 3);
  assert.equal(await count("[data-cell][data-state='unsure']"), 3, 'they are less sure now');
  await choose(window, '#grid [data-grid-state] select', 'all');
  await window.until('all rows', () => document.querySelectorAll('[data-row]').length === 6);
  for (const number of [1, 2, 3]) {
    await press(window, await lawOf(number));
    await window.until('the mark', there, ["[data-judge='absent'][aria-pressed='true']"]);
    await press(window, '[data-take-back]');
    await window.until('no mark', there, [`${await lawOf(number)}:not([data-judged])`]);
  }
  await window.until('all as they were', () => document.querySelectorAll("[data-state='found']").length === 6);
});

test('Check next leads through five answers', async () => {
  for (let step = 0; step < 5; step += 1) {
    await press(window, '[data-check-next]');
    await window.until('a cell to check', there, ["[data-cell][aria-selected='true']:not([data-judged])"]);
    await press(window, "[data-judge='right']");
    await window.until('one mark more', (marks) => document.querySelectorAll('[data-judged]').length > marks, [step]);
  }
  assert.equal(await count("[data-judged='right']"), 5);
});

test('a value is corrected, and the table is confirmed until it says something else', async () => {
  await press(window, '[data-sign-grid]');
  await window.until('the form', there, ['[data-signer]']);
  await window.type('Jane Roe');
  await window.picture('66-confirm-table');
  await press(window, '[data-sign]');
  await window.until('six signatures', () => document.querySelectorAll("[data-signed='true']").length === 6);
  await press(window, '[data-row] [data-cell]:not([data-judged])');
  await window.until('the answer', there, ["[data-judge='absent']"]);
  await press(window, "[data-judge='absent']");
  await window.until('a row that changed', there, ["[data-signed='false']"]);
  await window.picture('67-changed-since-confirmed');
  await press(window, '[data-sign-grid]');
  await window.until('the form', there, ['[data-signer]']);
  assert.equal(await window.eval(() => document.querySelector('[data-signer]').value), 'Jane Roe', 'the name is kept');
  await press(window, '[data-sign]');
  await window.until('six signatures again', () => document.querySelectorAll("[data-signed='true']").length === 6);
});

test('the exported file is checked, and a changed one is refused', async () => {
  const [workbook, json] = [join(folder, 'table.xlsx'), join(folder, 'table.json')];
  for (const file of [workbook, json]) await invoke('export_grid', { grid, file });
  for (const file of [workbook, json]) {
    const checked = await invoke('verify_grid', { file });
    assert.equal(checked.condition, 'intact', file);
    assert.ok(
      checked.documents.every(({ confirmed }) => confirmed.startsWith('Jane Roe')),
      JSON.stringify(checked),
    );
  }
  const text = readFileSync(json, 'utf8');
  assert.ok(text.includes('Jane Roe'));
  writeFileSync(json, text.replace('Jane Roe', 'John Doe'));
  const changed = await invoke('verify_grid', { file: json });
  assert.deepEqual([changed.condition, changed.written_at, changed.differences.length], ['changed', null, 1]);
});

test('documents become columns, and a text leaves only what says it', async () => {
  await press(window, '[data-turn]');
  await window.until('a row for each question', () => document.querySelectorAll('[data-row]').length === 2);
  await window.picture('68-documents-as-columns');
  await press(window, '[data-turn]');
  await window.until('a row for each document', () => document.querySelectorAll('[data-row]').length === 6);
  await fill(window, "#grid input[type='search']", 'laws of Spain');
  await window.until('one row', () => document.querySelectorAll('[data-row]').length === 1);
});
