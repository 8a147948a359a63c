// A library that a bad disk changed: the window finds it, repairs it from the document, and answers as before. A file that SQLite
// cannot read is replaced by what can be read of it when the window opens, and the window says so.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { add, ask, press } from './stage/steps.mjs';
import { assets, newHome, openWindow } from './stage/window.mjs';

const QUESTION = 'Which law governs the agreement?';
const agreement = join(assets, 'services-agreement.pdf');
const home = newHome();
const library = join(home, 'library.db');
const SQLITE_PAGE = 4096;

let display, window, asked;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display, { home });
  await add(window, [agreement]);
  asked = await ask(window, QUESTION);
});

after(async () => {
  await window?.close();
  await display?.close();
  rmSync(home, { recursive: true, force: true });
});

const there = (selector) => document.querySelector(selector) !== null;
const findings = () =>
  window.eval(() => [...document.querySelectorAll('[data-finding]')].map((it) => it.dataset.finding));

/** Closes the window, changes its library, and opens it again. */
async function harm(change) {
  await window.close({ keep: true });
  const bytes = readFileSync(library);
  change(bytes, bytes.indexOf('governed by'));
  writeFileSync(library, bytes);
  window = await openWindow(display, { home });
}

async function openCheck() {
  await window.key('ctrl+comma');
  await window.until('the settings', there, ['[data-library]']);
  await press(window, '[data-library]');
  await window.until('the dialog', there, ['[data-check]']);
}

async function check() {
  await press(window, '[data-check]');
  await window.until('the check', () => document.querySelector('[data-sound], [data-finding]') !== null);
}

test('a changed letter is found and read again from the document', async () => {
  await harm((bytes, at) => (bytes[at] ^= 2));
  await openCheck();
  await check();
  assert.deepEqual(await findings(), ['doctor.text']);
  await press(window, '[data-repair]');
  await window.until('the repair', there, ['[data-repaired]']);
  const sound = async () => {
    await check();
    return (await findings()).length === 0;
  };
  while (!(await sound())) await new Promise((resolve) => setTimeout(resolve, 500));
  await window.key('Escape');
  await window.until('its end', () => !document.querySelector('dialog'));
  assert.deepEqual(await ask(window, QUESTION), asked);
});

test('what can be read of a broken file is kept, and the window says so', async () => {
  await harm((bytes, at) => {
    const page = Math.floor(at / SQLITE_PAGE) * SQLITE_PAGE;
    bytes.fill(0xa5, page, page + SQLITE_PAGE);
  });
  await openCheck();
  await check();
  assert.deepEqual(await findings(), ['doctor.file']);
  await press(window, '[data-repair]');
  await window.until('the repair', there, ['[data-repaired]']);
  await window.close({ keep: true });
  window = await openWindow(display, { home });
  await window.until('the note', there, ['[data-note="doctor.salvaged"]']);
  await openCheck();
  await check();
  assert.deepEqual(await findings(), ['doctor.text'], 'the page was one of text');
});
