// A review table is made for chosen documents, filled, corrected, confirmed, exported and checked: what a lawyer hands to a client.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { writePage } from './stage/pdf.mjs';
import { add, press } from './stage/steps.mjs';
import { openWindow } from './stage/window.mjs';

const folder = mkdtempSync(join(tmpdir(), 'pincite-hand-on-'));
const PATIENCE = 300_000;
const QUESTIONS = ['Who may end the agreement early?', 'Which law governs the agreement?'];
const LAWS = ['Norway', 'Spain', 'Ireland', 'Japan', 'Chile', 'Kenya', 'Malta'];
/** Each contract says its law. Every second one may be ended, in words that the question does not have. */
const contracts = LAWS.map((law, at) => {
  const path = join(folder, `contract-${at + 1}.pdf`);
  writePage(path, [
    `SUPPLY AGREEMENT NUMBER ${at + 1}`,
    '1. Goods',
    `The Supplier delivers ${20 + at} pallets of tiles to the Buyer in each month of the term.`,
    '2. Termination',
    at % 2
      ? 'The Buyer may cancel this contract at any time by written notice of thirty days.'
      : 'The goods are to be packed in wooden boxes, and the boxes belong to the Supplier.',
    '3. Law',
    `This agreement is governed by the laws of ${law}, and its courts hear all disputes.`,
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
  const [first] = await window.eval(() => [...document.querySelectorAll('[data-document]')].map(({ id }) => id));
  await window.eval((id) => document.getElementById(id).focus(), first);
  await window.key('ctrl+a');
  await window.until(
    'a selection',
    () => document.querySelectorAll("[data-document][aria-selected='true']").length === 7,
  );
  await window.eval(() => {
    const rows = [...document.querySelectorAll('[data-document]')];
    const last = rows.find((row) => row.dataset.file === 'contract-7.pdf');
    last.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
  });
  await window.until(
    'six of seven',
    () => document.querySelectorAll("[data-document][aria-selected='true']").length === 6,
  );
  await window.key('ctrl+t');
  await window.until('the form', there, ['[data-create-grid]']);
  await press(window, "#grid input[value='selected']");
  await press(window, "#grid input[value='own']");
  await window.until('the field', there, ['#grid textarea']);
  await window.eval((text) => {
    const field = document.querySelector('#grid textarea');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, QUESTIONS.join('\n'));
  await press(window, '[data-create-grid]');
  await window.until('the table', there, ["[data-grid-state='done']"], PATIENCE);
  assert.equal(await count('[data-row]'), 6, 'six of seven documents');
  const [{ id: collection }] = await invoke('collections', {});
  [{ id: grid }] = await invoke('grids', { collection });
});

test('Check next leads through the table, and marks change other answers', async () => {
  const { cells } = await invoke('grid', { grid });
  const question = cells[0].question;
  let changed = 0;
  for (let step = 0; step < 5; step += 1) {
    const before = await count('[data-judged]');
    await press(window, '[data-check-next]');
    await window.until('a cell to check', there, ["[data-cell][aria-selected='true']:not([data-judged])"]);
    const [asked, row] = await window.eval(() => {
      const cell = document.querySelector("[data-cell][aria-selected='true']");
      return [Number(cell.dataset.cell.split('/')[0]), cell.closest('tr').textContent];
    });
    const isEven = Number(row.match(/NUMBER (\d)/i)?.[1] ?? row.match(/contract-(\d)/)[1]) % 2 === 0;
    await press(window, `[data-judge='${asked === question && !isEven ? 'absent' : 'right'}']`);
    await window.until('one mark more', (before) => document.querySelectorAll('[data-judged]').length > before, [
      before,
    ]);
    changed += await count('[data-changed-cells]');
  }
  assert.equal(await count('[data-judged]'), 5);
  assert.ok(changed > 0, 'after three marks of a column its other answers follow');
  await window.picture('65-marks-change-answers');
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
  await window.eval(() => {
    const field = document.querySelector("#grid input[type='search']");
    field.value = 'laws of Spain';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await window.until('one row', () => document.querySelectorAll('[data-row]').length === 1);
});
