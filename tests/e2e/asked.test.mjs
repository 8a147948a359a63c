// Questions that people ask in the real window are kept once, and cleared when they want it.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { add, ask, press } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const documents = [join(assets, 'services-agreement.pdf')];
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

const kept = () => document.querySelector('[data-kept-questions] span')?.innerText ?? null;
const isOn = () => document.querySelector('[data-kept-questions] input')?.checked;

/** Asks in the search pane, and opens the pane of questions. */
async function askAndOpen(question) {
  await ask(window, question);
  await press(window, '#questions-button');
  await window.until('the setting', () => document.querySelector('[data-kept-questions]'));
}

const confirm = async () => {
  await window.until('a confirmation', () => document.querySelector('dialog[open] button.danger'));
  await window.picture('26-kept-questions');
  await press(window, 'dialog[open] button.danger');
};

test('a question is kept once, though it is asked again to sort the results', async () => {
  await askAndOpen('Who may terminate for convenience?');
  await window.until('one question', () =>
    document.querySelector('[data-kept-questions] span')?.innerText.startsWith('1'),
  );
  assert.equal(await window.eval(kept), '1 question kept');
});

test('questions are cleared after a confirmation', async () => {
  await press(window, '[data-kept-questions] button');
  await confirm();
  await window.until('none', () => !document.querySelector('[data-kept-questions] span'));
  assert.equal(await window.eval(isOn), true, 'later ones are kept');
});

test('turned off, questions are cleared and none is kept', async () => {
  await press(window, '[aria-label^="Close"]');
  await askAndOpen('What is excluded from the cap on liability?');
  await window.until('one question', () => document.querySelector('[data-kept-questions] span'));
  await press(window, '[data-kept-questions] input');
  assert.equal(await window.eval(isOn), true, 'it is on until the user has confirmed');
  await confirm();
  await window.until('it to be off', () => document.querySelector('[data-kept-questions] input')?.checked === false);
  await press(window, '[aria-label^="Close"]');
  await askAndOpen('Which law governs?');
  assert.deepEqual([await window.eval(kept), await window.eval(isOn)], [null, false]);
});
