// Printing from the real window, through the system's own dialog, into a file. A window under WebDriver never prints, so
// the document is opened there and printed from a second window, which has only keys and the mouse.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { run, until } from './stage/process.mjs';
import { add, ask, pagesDrawn } from './stage/steps.mjs';
import { assets, openAlone, openWindow } from './stage/window.mjs';

let display, window, alone, file;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
  await add(window, [join(assets, 'services-agreement.pdf')]);
  await ask(window, 'Which law governs the agreement?');
  await pagesDrawn(window);
  await window.closeByItsButton();
  await window.close({ keep: true });
  alone = await openAlone(display, { home: window.home, dark: true });
  file = join(window.home, 'output.pdf');
});

after(async () => {
  await alone?.end();
  await window?.close();
  await display?.close();
});

test('the page in sight is printed as large as the paper, and nothing of the window', async () => {
  const dialog = await openDialog();
  await until('the printed file', async () => {
    await printIn(dialog).catch(() => 'the dialog is gone: it prints');
    return existsSync(file);
  });
  await until('all of it', () => pages().then(Boolean, () => false));
  assert.equal(await pages(), 1);

  const { width, height, grey } = await picture();
  const dark = grey.flatMap((value, at) => (value < 140 ? [{ x: at % width, y: Math.floor(at / width) }] : []));
  const across = dark.map(({ x }) => x / width);
  const lines = Math.max(...across) - Math.min(...across);
  assert.ok(lines > 0.65, `lines are as long as on the page: ${lines}`);
  const foot = Math.max(...dark.map(({ y }) => y / height));
  assert.ok(foot > 0.9, `the page number is at the foot of the paper: ${foot}`);
  const white = grey.filter((value) => value > 245).length / grey.length;
  assert.ok(white > 0.8, `the paper stays white in a dark window: ${white}`);
});

/**
 * Opens the dialogs for printing, the window's and then the system's. The window may not be ready for keys at first, and
 * asking again while pictures are drawn or the other dialog opens must do no harm.
 */
function openDialog() {
  return until('the dialog of the system', async () => {
    await display.xdotool('key', '--delay', '100', 'ctrl+p', 'Return');
    return until('the dialog', () => display.find('Print'), 5000).catch(() => null);
  });
}

/** Chooses the only printer where there is none, a file. It is listed a while after the dialog is there. */
async function printIn(dialog) {
  await display.xdotool('windowfocus', '--sync', dialog);
  await display.xdotool('mousemove', '--window', dialog, 82, 86, 'click', 1, 'key', 'Return');
}

async function pages() {
  return Number(/^Pages:\s+(\d+)/m.exec(await run('pdfinfo', [file]))[1]);
}

/** The first printed page in shades of grey, a byte for each dot. */
async function picture() {
  const name = join(window.home, 'printed');
  await run('pdftoppm', ['-gray', '-r', '40', '-singlefile', file, name]);
  const bytes = readFileSync(`${name}.pgm`);
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1'));
  return { width: Number(width), height: Number(height), grey: [...bytes.subarray(head.length)] };
}
