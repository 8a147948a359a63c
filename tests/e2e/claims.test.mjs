// A memo is checked in the real window: each number leads to the page that prints it, or that says otherwise.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { add, boxInSight, fill, press } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const memo =
  'Corvane Instruments in fiscal 2026\n\nNet sales were $1,077.5 million in fiscal 2026. Operating income rose to $109.1 million in 2026.';
let display, window;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
  await add(window, [join(assets, 'annual-report.pdf')]);
});

after(async () => {
  await window?.close();
  await display?.close();
});

const supports = () => [...document.querySelectorAll('[data-claim]')].map((mark) => mark.className.split(' ')[1]);

test('a pasted memo shows which numbers the documents print', async () => {
  await press(window, '#claims-button');
  await window.until('the field', () => document.querySelector('#memo'));
  await fill(window, '#memo', memo);
  await press(window, '[data-check-memo]');
  await window.until('the marks', () => document.querySelectorAll('[data-claim]').length === 2);
  const found = (await window.eval(supports)).map((support) => support.split('svelte')[0]);
  assert.deepEqual(found, ['exact', 'doubtful']);
  await window.picture('40-check-memo');
});

test('a claim opens the page that says otherwise', async () => {
  await press(window, '[data-claim="1"]');
  await window.until('the verdict', () => document.querySelector('[data-claim-card="doubtful"]'));
  await boxInSight(window, 'sentence');
  const sources = await window.eval(() => document.querySelector('[data-claim-card]').innerText);
  assert.match(sources, /101\.9/);
  assert.match(sources, /Annual Report 2026, p\. /);
});
