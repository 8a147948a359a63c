// A scanned page in the real window: it is recognised after the document is searchable, found, and marked where it says so.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { ask, boxInSight, drop, pagesDrawn, untilStatus } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

let display, window;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display, { size: [1280, 800] });
});

after(async () => {
  await window?.close();
  await display?.close();
});

test('a file with a scanned page becomes searchable as a whole', async () => {
  await drop(window, [join(assets, 'awkward.pdf')]);
  await untilStatus(window, ['awkward.pdf'], 'ready');
  await window.until('the recognised page', () => document.body.innerText.includes('1 page recognised from a scan'));
});

test('its text is found, marked on the picture, and said to be recognised', async () => {
  const [first] = await ask(window, 'What did the surveyor find about the safety valve of the dredger?');
  assert.match(first.text, /LIFT AT 9 BAR/, 'the scanned letter answers');
  const card = await window.eval(() => document.querySelector('.hit[aria-current="true"] .where').innerText);
  assert.match(card, /Recognised text/, 'its card says so, too');
  await boxInSight(window, 'sentence');
  await pagesDrawn(window);
  await window.until('the note', () => /Recognised text, \d+ % sure/.test(document.body.innerText));
  await window.picture('scan');
});
