// Closing the window is no crash: a long file during which it is closed four times becomes ready. It was failed as "may
// be damaged" after three times. The system says so when it is ready, for the window is out of sight by then.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { hearNotifications } from './stage/notifications.mjs';
import { until } from './stage/process.mjs';
import { drop, untilStatus } from './stage/steps.mjs';
import { newHome, openWindow } from './stage/window.mjs';

/** Enough to be at work on for longer than a window takes to open, and in the end for longer than the 20 s of long work. */
const PAGES = 1200;
const LINES = 24;
const TIMES = 4;

let display, window, folder, desktop;
const home = newHome();

before(async () => {
  display = await openDisplay();
  desktop = await hearNotifications(display);
  folder = mkdtempSync(join(tmpdir(), 'pincite-folder-'));
});

after(async () => {
  await window?.close();
  await desktop?.end();
  await display?.close();
  for (const left of [folder, home]) if (left) rmSync(left, { recursive: true, force: true });
});

test('a file during which the window is closed four times becomes ready', async () => {
  const file = join(folder, 'long.pdf');
  writeFileSync(file, longPdf());
  window = await openWindow(display, { home });
  await drop(window, [file]);
  for (let time = 1; time <= TIMES; time++) {
    await until('the file to be read', () => logged('job starts') >= time);
    await window.closeByItsButton();
    await until('the program to end in order', () => logged(' closed') === time);
    await window.close({ keep: true });
    assert.equal(logged('job is done'), 0, 'the file is long enough to be at hand each time');
    window = await openWindow(display, { home });
  }
  assert.deepEqual(desktop.titles(), [], 'nothing has ended yet');
  await display.hide('Pincite');
  await untilStatus(window, ['long.pdf'], 'ready', 600_000);
  await until('the system to say so', () => desktop.titles().length > 0);
  assert.deepEqual(desktop.titles(), ['Your documents are ready to search'], 'and nothing of the document');
});

/** How often the log says this. */
function logged(words) {
  const log = join(home, 'log');
  const text = readdirSync(log).map((name) => readFileSync(join(log, name), 'utf8'));
  return text.join('').split(words).length - 1;
}

/** A PDF of many pages with a few lines of text each. */
function longPdf() {
  const page = (number) => {
    const line = (_, line) => `(The party of page ${number} pays ${line} dollars when notice is given.) Tj 0 -20 Td`;
    const content = `BT /F1 11 Tf 60 740 Td ${Array.from({ length: LINES }, line).join(' ')} ET`;
    const resources = '/Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 612 792]';
    return [
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      `<< /Type /Page /Parent 2 0 R ${resources} /Contents ${4 + 2 * number} 0 R >>`,
    ];
  };
  const pages = Array.from({ length: PAGES }, (_, number) => number);
  const kids = pages.map((number) => `${5 + 2 * number} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${PAGES} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap(page),
  ];
  return written(objects);
}

/** The objects as a file, with the table of their places. */
function written(objects) {
  let file = '%PDF-1.4\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  objects.forEach((object, index) => {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return file + table + trailer;
}
