// Questions in the real window: they are generated, listed, edited, deactivated, added, deleted, exported, imported and
// suggested, and the plan to improve search counts them.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { add, ask, boxInSight, drop, pagesDrawn, press, untilAnswered } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const documents = ['services-agreement.pdf', 'annual-report.pdf'].map((name) => join(assets, name));
const pairs = join(assets, 'pairs.jsonl');
const own = 'How long beforehand must the customer announce that it leaves?';
const edited = 'Which of the two parties has to pay for this?';
/** Generating questions takes a minute on an idle machine, and several on a busy one. */
const PATIENCE = 600_000;

let display, window, folder;

before(async () => {
  display = await openDisplay();
  folder = mkdtempSync(join(tmpdir(), 'pincite-folder-'));
  window = await openWindow(display);
  // One after the other: questions are listed in the order in which their documents were read.
  for (const document of documents) await add(window, [document]);
});

after(async () => {
  await window?.close();
  await display?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const textOf = (selector) => window.eval((selector) => document.querySelector(selector)?.textContent ?? '', selector);
const there = (selector) => document.querySelector(selector);
const numberOf = (text) => Number(text.replaceAll(',', ''));

function choose(label, value) {
  const set = (label, value) => {
    const select = [...document.querySelectorAll('label')].find((one) => one.textContent.includes(label));
    const field = select.querySelector('select');
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return window.eval(set, label, value);
}

/** The number of questions in the summary of the list. */
async function total() {
  const summary = () => document.querySelector('[data-tally] summary')?.innerText;
  return numberOf((await window.until('the summary', summary)).split(' ')[0]);
}

function untilTotal(wanted) {
  const is = (wanted) =>
    Number(document.querySelector('[data-tally] summary')?.innerText.split(' ')[0].replaceAll(',', '')) === wanted;
  return window.until(`${wanted} questions`, is, [wanted]);
}

async function darken() {
  const dark = () => document.documentElement.dataset.theme === 'dark';
  for (let turns = 0; turns < 3 && !(await window.eval(dark)); turns++) await press(window, '[data-theme-switch]');
}

test('without questions none are suggested, and the pane says how to get some', async () => {
  assert.equal(await window.eval(() => document.querySelectorAll('[data-suggested]').length), 0);
  await window.key('ctrl+j');
  await window.until('the pane', () => document.activeElement.matches('#questions'));
  assert.match(await textOf('#questions'), /No questions yet/);
  await window.key('Escape');
  await window.until('the pane to close', () => !document.querySelector('#questions'));
  assert.ok(await window.eval(() => document.activeElement.matches('#questions-button')), 'the focus goes back');
});

test('questions are generated, and nothing is trained', async () => {
  await window.key('ctrl+j');
  await window.until('the pane', there, ['[data-generate]']);
  await window.eval(() => {
    globalThis.seen = new Set();
    const note = () => globalThis.seen.add(document.querySelector('#tuning [role=progressbar]')?.ariaValueText ?? '');
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await press(window, '[data-generate]');
  await window.until('the end of the run', there, ["[data-run][data-state='done']"], PATIENCE);
  const seen = await window.eval(() => [...globalThis.seen]);
  assert.ok(
    seen.some((text) => /^Passage [\d,]+ of [\d,]+/.test(text)),
    `the progress counts passages: ${seen.join(' | ')}`,
  );
  assert.match(await textOf('#tuning h3'), /The questions are ready/);
  assert.equal(await window.eval(there, '#tuning [data-metrics]'), null, 'there is nothing to test');
});

test('the report counts what was written, and says why some are inactive', async () => {
  const report = await textOf('#tuning [data-written]');
  const [, asked, active] = /([\d,]+) questions written, ([\d,]+) active/.exec(report).map(numberOf);
  assert.ok(asked > 100 && active > 0 && active <= asked, report);
  assert.match(report, /Passages without questions/, 'headings and tables of contents are counted');
  await window.picture('21-report');
  await press(window, '#tuning [data-written] button');
  assert.equal(await total(), asked, 'the list has what the report counts');
});

test('the list goes page by page, and a question opens its passage', async () => {
  await window.until('a page of fifty', () => document.querySelectorAll('[data-question]').length === 50);
  const page = await textOf('[data-passage] .page');
  assert.match(page, /^p\. [ivx]+$/, 'the agreement begins on pages with Roman numbers: their label is shown');
  await press(window, "[aria-label='Next page']");
  await window.until('the second page', () => /^51–/.test(document.querySelector('#questions output').innerText));
  await press(window, "[aria-label='Previous page']");
  await window.until('the first page', () => /^1–/.test(document.querySelector('#questions output').innerText));
  await press(window, '[data-question] .asked');
  await window.until('the page', () => document.querySelector('#pages') && !document.querySelector('#tuning'));
  await boxInSight(window, 'sentence');
  await window.eval(() => document.querySelector('[data-question] .asked').focus());
  await window.key('j');
  const second = () => document.querySelectorAll('[data-question]')[1].classList.contains('chosen');
  await window.until('the next question', second);
  await boxInSight(window, 'sentence');
  await pagesDrawn(window);
  await window.picture('22-questions');
  const active = (active) => document.querySelectorAll('[data-question]')[1].dataset.active === active;
  await window.key('n');
  await window.until('it to be deactivated by a key', active, ['false']);
  await window.key('y');
  await window.until('it to be activated again', active, ['true']);
});

test('a question is edited, one is deactivated, one is deleted', async () => {
  const before = await total();
  const [first, second, third] = await window.eval(() =>
    [...document.querySelectorAll("[data-question][data-active='true']")].map((row) => row.dataset.question),
  );
  await press(window, `[data-question='${first}'] [aria-label^='Edit']`);
  await window.until('the field', () => document.activeElement.matches('#questions textarea'));
  await window.type(edited);
  await window.key('Return');
  const says = (id, text) => document.querySelector(`[data-question='${id}']`)?.innerText.includes(text);
  await window.until('the new text', says, [first, edited]);
  await window.until('the new source', says, [first, 'Written by you']);
  await press(window, `[data-question='${second}'] .keep`);
  await window.until('the reason', says, [second, 'Deactivated by you']);
  await press(window, `[data-question='${third}'] [aria-label^='Delete']`);
  await window.until('a confirmation', there, ['dialog[open]']);
  await press(window, 'dialog button.danger');
  await untilTotal(before - 1);
  assert.equal(await window.eval(there, `[data-question='${third}']`), null, 'it is gone');
});

test('a question is added for the selected result', async () => {
  await window.key('slash');
  await window.until('the search field', () => document.activeElement.matches('#question'));
  await ask(window, 'How much notice is needed to terminate for convenience?');
  await window.key('ctrl+j');
  await window.until('the selected result', there, ['[data-selected-result] [data-add]']);
  await press(window, '[data-selected-result] [data-add]');
  await window.until('the field', () => document.activeElement.matches('[data-selected-result] textarea'));
  await window.type(own);
  await window.key('Return');
  await window.until('a message that it was added', () => document.body.innerText.includes('Question added'));
  await window.picture('23-added');
  await choose('Source', 'person');
  const rows = () => [...document.querySelectorAll('[data-question] .asked')].map((row) => row.innerText).sort();
  await window.until('two of them', () => document.querySelectorAll('[data-question]').length === 2);
  assert.deepEqual(await window.eval(rows), [own, edited].sort(), "the user's are those edited and added");
});

test('questions are exported and imported', async () => {
  const file = join(folder, 'mine.jsonl');
  const written = await window.eval((file) => {
    const { invoke } = window.__TAURI_INTERNALS__;
    const which = { origin: 'person' };
    return invoke('collections').then(([{ id }]) => invoke('export_questions', { collection: id, which, file }));
  }, file);
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual([written, lines.map(({ question }) => question).sort()], [2, [own, edited].sort()]);
  const before = await total();
  await drop(window, [pairs]);
  await window.until('a message', () => document.body.innerText.includes('48 questions imported'));
  await untilTotal(before + 48);
});

test('the plan to improve search counts questions, and estimates the time', async () => {
  await window.key('ctrl+i');
  const ready = () => document.querySelector('#tuning article button.primary')?.disabled === false;
  await window.until('the plan', ready, [], 120_000);
  const plan = await textOf('#tuning dl');
  assert.match(plan, /Estimated time/);
  assert.match(plan, /Learns from [\d,]+ questions on 2 documents/);
  await window.picture('20-plan');
});

test('a suggested question is asked by one click, and others can be drawn', async () => {
  const { home } = window;
  // Suggestions are on the first screen, so the last question must not come back.
  await window.eval(() => localStorage.removeItem('pincite.session'));
  await window.close({ keep: true });
  window = await openWindow(display, { home });
  await window.until('others to draw', there, ['.others']);
  const suggested = () => [...document.querySelectorAll('[data-suggested]')].map((one) => one.innerText);
  const before = await window.eval(suggested);
  await press(window, '.others');
  const drawn = (before) =>
    [...document.querySelectorAll('[data-suggested]')].map((one) => one.innerText).join() !== before;
  await window.until('others', drawn, [before.join()]);
  await window.picture('24-suggested');
  const [first] = await window.eval(suggested);
  await press(window, '[data-suggested]');
  await untilAnswered(window, first);
});

test('all generated questions are deleted at once', async () => {
  await press(window, '#questions-button');
  await window.until('the summary', there, ['[data-tally]']);
  await window.eval(() => (document.querySelector('[data-tally]').open = true));
  await window.until('the sources', there, ["[data-origin='generator']"]);
  await window.place([1920, 1080]);
  await darken();
  await pagesDrawn(window);
  await window.picture('25-summary-dark-1920');
  await press(window, "[data-origin='generator'] button");
  await window.until('a confirmation', there, ['dialog[open]']);
  await press(window, 'dialog button.danger');
  await untilTotal(50);
});
