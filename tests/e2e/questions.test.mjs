// One button in the real window: questions are written on the passages, the encoder learns from them, and the report tells
// what became of each. Then the questions in people's hands: edited, set aside, added, deleted, carried in files, and
// suggested.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { ask, boxInSight, drop, pagesDrawn, untilAnswered, untilStatus } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const documents = ['services-agreement.pdf', 'annual-report.pdf'].map((name) => join(assets, name));
const pairs = join(assets, 'pairs.jsonl');
const own = 'How long beforehand must the customer announce that it leaves?';
const edited = 'Which of the two parties has to pay for this?';
/** A run of one epoch takes a minute where nothing else is at work, and several where much is. */
const PATIENCE = 600_000;

let display, window, folder;

before(async () => {
  display = await openDisplay();
  folder = mkdtempSync(join(tmpdir(), 'pincite-folder-'));
  window = await openWindow(display);
  await drop(window, documents);
  await untilStatus(window, documents, 'ready');
});

after(async () => {
  await window?.close();
  await display?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const press = (selector) => window.eval((selector) => document.querySelector(selector).click(), selector);
const textOf = (selector) => window.eval((selector) => document.querySelector(selector)?.innerText ?? '', selector);
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

/** How many questions the head of the list counts. */
async function total() {
  const counted = () => document.querySelector('[data-tally] summary')?.innerText;
  return numberOf((await window.until('the count', counted)).split(' ')[0]);
}

function untilTotal(wanted) {
  const is = (wanted) =>
    Number(document.querySelector('[data-tally] summary')?.innerText.split(' ')[0].replaceAll(',', '')) === wanted;
  return window.until(`${wanted} questions`, is, [wanted]);
}

test('where there are no questions none are suggested, and the list says how to get some', async () => {
  assert.equal(await window.eval(() => document.querySelectorAll('[data-suggested]').length), 0);
  await window.key('l');
  await window.until('the list', () => document.activeElement.matches('#questions'));
  assert.match(await textOf('#questions'), /No questions yet/);
  await window.key('Escape');
  await window.until('the list to close', () => !document.querySelector('#questions'));
  assert.ok(await window.eval(() => document.activeElement.matches('#questions-button')), 'the focus goes back');
});

test('the plan tells what would be written, by what, and how long all of it takes', async () => {
  await window.key('a');
  await window.until('the plan', there, ["#adapt input[name=effort][value='quick']"]);
  await choose('What writes the questions', 'keywords');
  await choose('Questions on each passage', '1');
  await press("#adapt input[name=effort][value='quick']");
  const ready = () => document.querySelector('#adapt article button.primary')?.disabled === false;
  await window.until('the plan', ready, [], 120_000);
  const plan = await textOf('#adapt dl');
  assert.match(plan, /About \d+ questions on \d+ passages, from keywords of the passages/);
  assert.match(plan, /About \d+ pairs about 2 documents/, 'and that they are learned from');
  assert.match(plan, /At most about .+ in all/, 'one estimate for everything');
  await window.picture('20-one-button');
});

test('one button writes, learns, judges; each phase is seen', async () => {
  await window.eval(() => {
    globalThis.seen = { heads: new Set(), texts: new Set() };
    const note = () => {
      const head = document.querySelector('#adapt [data-run] h3')?.innerText;
      const bar = document.querySelector('#adapt [role=progressbar]')?.ariaValueText;
      if (head) globalThis.seen.heads.add(head);
      if (bar) globalThis.seen.texts.add(bar);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await press('#adapt article button.primary');
  await window.until('the end of the run', there, ["[data-run][data-state='done']"], PATIENCE);
  const seen = await window.eval(() => ({ heads: [...globalThis.seen.heads], texts: [...globalThis.seen.texts] }));
  for (const phase of ['Writing questions…', 'Learning…', 'Judging…']) {
    assert.ok(seen.heads.includes(phase), `${phase} was seen, among ${seen.heads.join(' | ')}`);
  }
  assert.ok(
    seen.texts.some((text) => /^Passage [\d,]+ of [\d,]+/.test(text)),
    `passages asked about of all were told: ${seen.texts.join(' | ')}`,
  );
});

test('the report tells what was written and why some is not used, before the figures', async () => {
  const report = await textOf('#adapt [data-asked-in-all]');
  const [, asked, used] = /([\d,]+) questions were written .*; ([\d,]+) of them are used/.exec(report).map(numberOf);
  assert.ok(asked > 100 && used > 0 && used <= asked, report);
  assert.match(report, /Passages that were not asked about/, 'headings and tables of contents are told');
  const order = await window.eval(() => {
    const [asked, figures] = ['[data-asked-in-all]', '[data-figures]'].map((one) => document.querySelector(one));
    return Boolean(asked.compareDocumentPosition(figures) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  assert.ok(order, 'the questions stand before the table');
  await window.picture('21-report');
  await press('#adapt [data-asked-in-all] button');
  assert.equal(await total(), asked, 'the list has what the report counts');
});

test('the list goes page by page, and a question opens its passage', async () => {
  await window.until('a page of fifty', () => document.querySelectorAll('[data-question]').length === 50);
  const page = await textOf('[data-passage] .page');
  assert.match(page, /^p\. [ivx]+$/, 'the agreement begins on pages with Roman numbers: their label is told');
  await press("[aria-label='Later ones']");
  await window.until('the second page', () => /^51–/.test(document.querySelector('#questions output').innerText));
  await press("[aria-label='Earlier ones']");
  await window.until('the first page', () => /^1–/.test(document.querySelector('#questions output').innerText));
  await press('[data-question] .asked');
  await window.until('the page', () => document.querySelector('#pages') && !document.querySelector('#adapt'));
  await boxInSight(window, 'sentence');
  await window.key('j');
  const second = () => document.querySelectorAll('[data-question]')[1].classList.contains('chosen');
  await window.until('the next question', second);
  await boxInSight(window, 'sentence');
  await pagesDrawn(window);
  await window.picture('22-questions');
  const used = (used) => document.querySelectorAll('[data-question]')[1].dataset.used === used;
  await window.key('n');
  await window.until('it to be set aside by a key', used, ['false']);
  await window.key('y');
  await window.until('it to be used again', used, ['true']);
});

test('a question is edited, one is set aside, one is deleted', async () => {
  const before = await total();
  const [first, second, third] = await window.eval(() =>
    [...document.querySelectorAll("[data-question][data-used='true']")].map((row) => row.dataset.question),
  );
  await press(`[data-question='${first}'] [aria-label^='Edit']`);
  await window.until('the field', () => document.activeElement.matches('#questions textarea'));
  await window.type(edited);
  await window.key('Return');
  const says = (id, text) => document.querySelector(`[data-question='${id}']`)?.innerText.includes(text);
  await window.until('the new words', says, [first, edited]);
  await window.until('whose they are', says, [first, 'Yours']);
  await press(`[data-question='${second}'] .keep`);
  await window.until('the reason', says, [second, 'You set it aside.']);
  await press(`[data-question='${third}'] [aria-label^='Delete']`);
  await window.until('a word of caution', there, ['dialog[open]']);
  await press('dialog button.danger');
  await untilTotal(before - 1);
  assert.equal(await window.eval(there, `[data-question='${third}']`), null, 'it is gone');
});

test('a question is added to a passage that was found', async () => {
  await window.key('slash');
  await window.until('the field for a question', () => document.activeElement.matches('#question'));
  await ask(window, 'How much notice is needed to terminate for convenience?');
  await press('li.chosen [data-add]');
  await window.until('the field', () => document.activeElement.matches('li.chosen textarea'));
  await window.type(own);
  await window.key('Return');
  await window.until('a word that it was added', () => document.body.innerText.includes('Question added'));
  await window.picture('23-added');
  await window.key('l');
  await window.until('the list', there, ['[data-question]']);
  await choose('Where from', 'person');
  const rows = () => [...document.querySelectorAll('[data-question] .asked')].map((row) => row.innerText).sort();
  await window.until('two of them', () => document.querySelectorAll('[data-question]').length === 2);
  assert.deepEqual(await window.eval(rows), [own, edited].sort(), "a person's are those edited and added");
});

test('what people ask is suggested, and asked by one click', async () => {
  const { home } = window;
  await window.close({ keep: true });
  window = await openWindow(display, { home });
  const suggested = () => [...document.querySelectorAll('[data-suggested]')].map((one) => one.innerText);
  await window.until('two suggestions', () => document.querySelectorAll('[data-suggested]').length === 2);
  assert.deepEqual((await window.eval(suggested)).sort(), [own, edited].sort(), 'and no keyword question');
  assert.equal(await window.eval(there, '.others'), null, 'there are no others to draw');
  await window.picture('24-suggested');
  await window.eval((own) => {
    [...document.querySelectorAll('[data-suggested]')].find((one) => one.innerText === own).click();
  }, own);
  await untilAnswered(window, own);
});

test('questions travel in files', async () => {
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
  await press('#questions-button');
  const before = await total();
  await drop(window, [pairs]);
  await window.until('a word of it', () => document.body.innerText.includes('48 questions imported'));
  await untilTotal(before + 48);
});

test('questions help the search where they are let to, and the passage says so', async () => {
  const helped = () => document.querySelector('li.chosen [data-helped]')?.innerText;
  const showPane = async () => {
    await window.key('slash');
    await window.until('the field for a question', () => document.activeElement.matches('#question'));
  };
  await showPane();
  await ask(window, own);
  assert.equal(await window.eval(helped), null, 'not unless it is wished');
  await press('#questions-button');
  await window.until('the choice', there, ["input[name='help']"]);
  await press("input[name='help']");
  await showPane();
  const reason = await window.until('the question that helped, as it is asked again', helped);
  assert.ok(reason.includes(own), `the first passage is found by it: ${reason}`);
  await press('#questions-button');
  await window.until('the list', there, ['[data-question]']);
});

test('all that a program wrote is deleted at once', async () => {
  await window.eval(() => (document.querySelector('[data-tally]').open = true));
  await window.until('where they come from', there, ["[data-origin='keywords']"]);
  await window.place([1920, 1080]);
  const dark = () => document.documentElement.dataset.theme === 'dark';
  for (let turns = 0; turns < 3 && !(await window.eval(dark)); turns++) await press("[aria-label^='Colours']");
  await pagesDrawn(window);
  await window.picture('25-tally-dark-1920');
  await press("[data-origin='keywords'] button");
  await window.until('a word of caution', there, ['dialog[open]']);
  await press('dialog button.danger');
  await untilTotal(50);
});

test('questions can be written and nothing learned from them yet', async () => {
  await press('#adapt-button');
  await window.until('the plan', there, ["#adapt input[name=effort][value='asking']"]);
  await choose('What writes the questions', 'keywords');
  await press("#adapt input[name=effort][value='asking']");
  const ready = () => document.querySelector('#adapt article button.primary')?.disabled === false;
  await window.until('the plan', ready, [], 60_000);
  const plan = await textOf('#adapt dl');
  assert.match(plan, /About \d+ questions/);
  assert.doesNotMatch(plan, /new vectors/, 'no encoder is touched');
  await press('#adapt article button.primary');
  await window.until('the end of the run', there, ["[data-run][data-state='done']"], PATIENCE);
  assert.match(await textOf('#adapt h3'), /The questions are written/);
  assert.equal(await window.eval(there, '#adapt [data-figures]'), null, 'there is nothing to judge');
  const asked = Number(await window.eval(() => document.querySelector('[data-asked-in-all]').dataset.askedInAll));
  assert.ok(asked > 200, `by the usual three on each passage: ${asked}`);
  await untilTotal(50 + asked);
});

test('where there are more questions than are suggested, others can be drawn', async () => {
  const { home } = window;
  await window.close({ keep: true });
  window = await openWindow(display, { home });
  await window.until('others to draw', there, ['.others']);
  const suggested = () => [...document.querySelectorAll('[data-suggested]')].map((one) => one.innerText).join();
  const before = await window.eval(suggested);
  await press('.others');
  const drawn = (before) =>
    [...document.querySelectorAll('[data-suggested]')].map((one) => one.innerText).join() !== before;
  await window.until('others', drawn, [before]);
});
