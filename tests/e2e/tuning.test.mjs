// A whole small tuning in the real window: answers are marked, a run is started from a file of pairs, stopped, started
// again, watched, and its verdict read. Whether the encoder gets better is not the question here: with so few pairs the
// gate keeps the base.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { ask, drop, untilStatus } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const documents = ['services-agreement.pdf', 'annual-report.pdf'].map((name) => join(assets, name));
const pairs = join(assets, 'pairs.jsonl');
const question = 'How long does confidentiality last after the end of the agreement?';
/** A run of one epoch takes seconds where nothing else is at work, and minutes where much is. */
const PATIENCE = 240_000;

let display, window;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
  await drop(window, documents);
  await untilStatus(window, documents, 'ready');
});

after(async () => {
  await window?.close();
  await display?.close();
});

const press = (selector) => window.eval((selector) => document.querySelector(selector).click(), selector);
const marked = () =>
  document.querySelector(".hit[aria-current='true']").closest('li').querySelector("[aria-pressed='true']");
const untilState = (state) => {
  const has = (state) => document.querySelector(`[data-run][data-state='${state}']`);
  return window.until(`the run to be ${state}`, has, [state], PATIENCE);
};

test('an answer is marked by a key, and remembered for the question', async () => {
  await ask(window, question);
  await window.key('y');
  await window.until('the mark', marked);
  await ask(window, 'Which law governs the agreement?');
  assert.equal(await window.eval(marked), null, 'another question has marks of its own');
  await ask(window, question);
  const told = await window.until('the mark again', marked);
  assert.match(await told.getText(), /This answers it/);
  await window.picture('10-marked');
});

test('one mark is too little, and the window says so', async () => {
  await window.key('a');
  await window.until('the panel', () => document.activeElement.matches('#adapt'));
  await press("#adapt input[name=source][value='marks']");
  const problem = () => document.querySelector('#adapt [role=alert]')?.innerText;
  assert.match(await window.until('why it cannot start', problem), /\w+ .*\./, 'a sentence, not a code');
  const idle = () => document.querySelector('#adapt article button.primary').disabled;
  assert.ok(await window.eval(idle), 'what cannot work is not offered');
  await window.key('Escape');
  await window.until('the panel to close', () => !document.querySelector('#adapt'));
  assert.ok(
    await window.eval(() => document.activeElement.matches('#adapt-button')),
    'the focus goes where it came from',
  );
  await window.key('Return');
  await window.until('the panel again', () => document.querySelector('#adapt'));
});

test('a file of pairs is dropped, and the plan says what it would do', async () => {
  await drop(window, [pairs]);
  const told = () => /48 pairs about 2 documents/.test(document.querySelector('#adapt dl').innerText);
  await window.until('the plan', told, [], 90_000);
  const plan = await window.eval(() => document.querySelector('#adapt article').innerText);
  assert.match(plan, /Nothing leaves/);
  assert.match(plan, /only if the search finds more answers/);
  assert.match(plan, /processor|graphics card/, 'it says what it would run on');
  assert.doesNotMatch(plan, /fit no passage/, 'every pair of the file is found in the documents');
  await window.picture('11-plan');
});

/** Starts a quick run: each pair is learned from once. */
async function startQuick() {
  const effort = "#adapt input[name=effort][value='quick']";
  await window.until('the plan', (effort) => document.querySelector(effort), [effort]);
  await press(effort);
  const ready = () => document.querySelector('#adapt article button.primary')?.disabled === false;
  await window.until('the plan', ready, [], 90_000);
  await press('#adapt article button.primary');
  await untilState('running');
}

test('a run is cancelled, and everything is as before', async () => {
  await startQuick();
  await press('#adapt .head button');
  await untilState('cancelled');
  assert.match(await window.eval(() => document.querySelector('#adapt h3').innerText), /Everything is as before/);
});

test('a whole run is seen: progress, live curves, and the verdict with its figures', async () => {
  await window.eval(() => {
    const again = [...document.querySelectorAll('#adapt button')].find((button) =>
      /Adapt again/.test(button.innerText),
    );
    again.click();
  });
  await startQuick();
  await window.eval(() => {
    globalThis.seen = { texts: new Set(), loss: 0, held: 0 };
    const pointsOf = (chart) =>
      document.querySelectorAll(`[data-state=running] [data-chart^='${chart}'] circle`).length;
    const note = () => {
      const text = document.querySelector('#adapt [role=progressbar]')?.ariaValueText;
      if (text) globalThis.seen.texts.add(text);
      globalThis.seen.loss = Math.max(globalThis.seen.loss, pointsOf('Loss'));
      globalThis.seen.held = Math.max(globalThis.seen.held, pointsOf('Questions'));
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const curve = () =>
    /L/.test(document.querySelector("[data-state=running] [data-chart='Loss'] [data-line]")?.getAttribute('d'));
  await window.until('a curve while it runs', curve, [], PATIENCE);
  await window.picture('12-learning');
  await untilState('done');
  const seen = await window.eval(() => ({ ...globalThis.seen, texts: [...globalThis.seen.texts] }));
  assert.ok(seen.loss >= 2, `the loss was drawn step by step: ${seen.loss} points`);
  assert.ok(seen.held >= 2, `the search and the encoder alone were examined: ${seen.held} points`);
  assert.ok(
    seen.texts.some((text) => /\d+ of \d+/.test(text)),
    `units done of all were told: ${seen.texts.join(' | ')}`,
  );
});

test('the verdict stands in a table, and the curves too', async () => {
  const rows = await window.eval(() =>
    [...document.querySelectorAll('#adapt [data-figures] tbody tr')].map((row) => row.innerText),
  );
  assert.equal(rows.length, 3, `Top-1, Top-3 and MRR@10: ${rows.join(' | ')}`);
  rows.forEach((row) => assert.match(row, /\d+\.\d %/, 'each row has its figure'));
  const head = await window.eval(() => document.querySelector('#adapt [data-decision]').parentElement.innerText);
  assert.match(head, /put to use|stays in use/, 'the decision is told');
  assert.ok(head.split('\n').length > 1, `with its reason: ${head}`);
  const generations = await window.eval(() => document.querySelectorAll('#adapt [data-generation]').length);
  assert.ok(generations >= 1, 'what answers is listed');
  await press("#adapt [data-chart='Loss'] summary");
  const points = () => document.querySelectorAll("#adapt [data-chart='Loss'] tbody tr").length;
  assert.ok(await window.until('the loss as a table', points), 'a curve can be read without eyes');
  await window.picture('13-verdict');
  await window.place([1920, 1080]);
  const dark = () => document.documentElement.dataset.theme === 'dark';
  for (let turns = 0; turns < 3 && !(await window.eval(dark)); turns++) await press("[aria-label^='Colours']");
  await window.picture('14-verdict-dark-1920');
});

test('the search works on, and the panel gives way to the page', async () => {
  const [first] = await ask(window, question);
  assert.equal(first.name, 'services-agreement.pdf');
  await window.until('the page', () => document.querySelector('#pages') && !document.querySelector('#adapt'));
});
