// What happens around the main task: unreadable files, watched folders, a window that is closed early, and the keyboard.

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { ask, drop, pagesDrawn, untilAnswered, untilStatus } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const awkward = join(assets, 'awkward.pdf');
const agreement = join(assets, 'services-agreement.pdf');

let display, window, folder;

before(async () => {
  display = await openDisplay();
  folder = mkdtempSync(join(tmpdir(), 'pincite-folder-'));
  window = await openWindow(display, { size: [1280, 800] });
});

after(async () => {
  await window?.close();
  await display?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test('a file that is no PDF is named with a remedy, and the others carry on', async () => {
  const fake = join(folder, 'letter.pdf');
  const half = join(folder, 'half.pdf');
  writeFileSync(fake, 'Dear Sirs, this is not a PDF.');
  writeFileSync(half, readFileSync(agreement).subarray(0, 900));
  await drop(window, [fake, half, awkward]);
  await untilStatus(window, ['awkward.pdf'], 'ready');
  await untilStatus(window, ['letter.pdf'], 'failed');
  await untilStatus(window, ['half.pdf'], 'failed');
  const rows = await window.eval(() =>
    [...document.querySelectorAll("[data-status='failed']")].map((row) => row.innerText.trim().split('\n')),
  );
  for (const [name, problem, ...remedies] of rows) {
    assert.ok(problem.includes(name), `the problem names the file: ${problem}`);
    assert.ok(
      !problem.includes(folder) && !/os error/.test(problem),
      `and neither its folder nor a number: ${problem}`,
    );
    assert.match(remedies.join(' '), /Try again/, 'the user can try again');
  }
  await window.picture('5-problems');
});

test('the keyboard is enough', async () => {
  const focus = (selector) => {
    const has = (selector) => document.activeElement.matches(selector);
    return window.until(`the focus on ${selector}`, has, [selector]);
  };
  await window.key('question');
  await window.until('the list of keys', () => document.querySelector('dialog[open] kbd'));
  const keys = await window.eval(() => [...document.querySelectorAll('dialog kbd')].map((key) => key.innerText));
  const reading = ['Ctrl+F', 'F3', 'Ctrl+P', 'Alt+←', 'Alt+→', 'Ctrl+Page Down'];
  assert.deepEqual(reading.filter((key) => !keys.includes(key)), [], 'keys for reading are listed as well'); // prettier-ignore
  await window.picture('6-keys');
  await window.eval(() => document.querySelector('[data-report]').focus());
  await window.key('Return');
  await window.until('the report to be copied', () => /copied/.test(document.querySelector('[data-report]').innerText));
  assert.match(await display.clipboard(), /Pincite/, 'the details for a bug report are on the clipboard');
  await window.key('Escape');
  await window.until('the list to close', () => !document.querySelector('dialog'));
  await window.key('slash');
  await focus('#question');
  await ask(window, 'Who may direct where explosives are handled?');
  await focus(".hit[data-hit='0']");
  await window.key('Return');
  await focus('#pages');
  const zoom = () => parseInt(document.querySelector('output').textContent, 10);
  const fitted = await window.eval(zoom);
  await window.key('plus');
  await window.until('a larger page', (fitted) => parseInt(document.querySelector('output').textContent) > fitted, [
    fitted,
  ]);
  await window.key('0');
  await window.until('the page to fit', (fitted) => parseInt(document.querySelector('output').textContent) === fitted, [
    fitted,
  ]);
  await window.key('ctrl+g');
  await focus('#page-number');
  await window.type('5');
  await window.key('Return');
  await window.until('page 5', () => document.getElementById('page-number').value === '5');
  await window.key('Escape');
  await focus('.hit');
  await window.key('Escape');
  await focus('#question');
});

test('one document can be searched alone, and by exact words only', async () => {
  await window.eval(() => document.querySelector("[data-file='awkward.pdf'] [aria-label^='Search only']").click());
  await window.eval(() => document.querySelector("input[value='lexical']").click());
  await window.until('the words mode', () => document.querySelector("input[value='lexical']").checked);
  const [first] = await ask(window, 'harbour master');
  assert.equal(first.name, 'awkward.pdf');
  const reasons = await window.eval(() => document.querySelector('li.chosen .reasons').textContent);
  assert.match(reasons, /Exact words/);
  assert.doesNotMatch(reasons, /Similar meaning/, 'only words were searched');
});

test('the focus stays where the user went while results were loading', async () => {
  const question = 'What does the harbour master decide?';
  await window.eval((question) => {
    const field = document.getElementById('question');
    field.focus();
    field.value = question;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.form.requestSubmit();
    document.getElementById('page-number').focus();
  }, question);
  await untilAnswered(window, question);
  assert.equal(await window.eval(() => document.activeElement.id), 'page-number', 'what is typed goes on going there');
});

test('a window closed while it works goes on when it is opened again', async () => {
  await drop(window, [join(assets, 'annual-report.pdf')]);
  await window.until('the report listed', () => document.querySelector("[data-file='annual-report.pdf']"));
  const { home } = window;
  await window.close({ keep: true });
  window = await openWindow(display, { home, dark: true, size: [1920, 1080] });
  await untilStatus(window, ['annual-report.pdf'], 'ready');
  await untilStatus(window, ['awkward.pdf'], 'ready');
  const theme = await window.eval(() => document.documentElement.dataset.theme);
  assert.equal(theme, 'dark', "the window follows the desktop's dark setting");
  // The last question came back with its scope and mode.
  await window.until('the scope', () => document.querySelector("[data-file='awkward.pdf'] [aria-pressed='true']"));
  await window.eval(() => document.querySelector("[data-file='awkward.pdf'] [aria-label^='Search only']").click());
  await window.eval(() => document.querySelector("input[value='hybrid']").click());
  await ask(window, 'What was net revenue in each segment?');
  await pagesDrawn(window);
  await window.picture('7-dark-1920');
});

test('a file that appears in a watched folder is added, and said to be missing when it is gone', async () => {
  await window.eval((folder) => {
    const { invoke } = window.__TAURI_INTERNALS__;
    return invoke('collections').then(([first]) => invoke('watch', { collection: first.id, folder }));
  }, folder);
  await window.until('the folder listed', () => document.querySelector("[aria-label^='Stop watching']"));
  copyFileSync(agreement, join(folder, 'appeared.pdf'));
  await untilStatus(window, ['appeared.pdf'], 'ready');
  rmSync(join(folder, 'appeared.pdf'));
  const missing = () => /appeared\.pdf is no longer there/.test(document.querySelector('aside').innerText);
  await window.until('a message that the file is missing', missing);
});
