// Printing from the real window, through the system's own dialog, into a file.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { run, until } from './stage/process.mjs';
import { add, ask, pagesDrawn } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

let display, window;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
  await add(window, [join(assets, 'services-agreement.pdf')]);
});

after(async () => {
  await window?.close();
  await display?.close();
});

test('the page in sight is printed, and nothing of the window', async () => {
  await ask(window, 'Which law governs the agreement?');
  await pagesDrawn(window);
  const shown = await window.eval(() => document.querySelector('.sheet:has(.mark.sentence)').dataset.page);
  await window.key('ctrl+p');
  await window.until('the pages to choose', () => document.querySelector('dialog[open] [data-print]'));
  await window.key('Return');
  const printed = await carryOut();

  const pages = (await run('pdfinfo', [printed])).match(/^Pages:\s+(\d+)/m)[1];
  assert.equal(pages, '1');
  console.log(printed, shown);
  await window.until('the window to be as before', () => !document.querySelector('.print-sheets'));
});

/** Prints in the dialog of the system, which offers a file where there is no printer; returns the file. */
async function carryOut() {
  const dialog = await display.window('Print');
  await display.xdotool('windowfocus', dialog, 'sleep', 1, 'key', 'Return');
  const file = join(window.home, 'output.pdf');
  return until('the printed file', () => existsSync(file) && file);
}
