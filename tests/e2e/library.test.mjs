// The list of documents in the real window: the answer to a drop, failures with their remedies, names, tags, and removals
// that can be undone.

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { until } from './stage/process.mjs';
import { ask, drop, press, untilStatus } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const agreement = join(assets, 'services-agreement.pdf');
const awkward = join(assets, 'awkward.pdf');

let display, window, folder, copy;

before(async () => {
  display = await openDisplay();
  folder = mkdtempSync(join(tmpdir(), 'pincite-folder-'));
  copy = join(folder, 'copy of it.pdf');
  copyFileSync(agreement, copy);
  window = await openWindow(display);
});

after(async () => {
  await window?.close();
  await display?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const untilReceipt = (line) => {
  const said = (line) => document.querySelector('[data-receipt] [role=status]')?.innerText === line;
  return window.until(`the line "${line}"`, said, [line], 120_000);
};
/** The file names in the list, as they are shown. */
const listed = () =>
  window.eval(() => [...document.querySelectorAll('[data-document]')].map((row) => row.dataset.file));
const untilListed = (files) => {
  const shown = (files) =>
    JSON.stringify([...document.querySelectorAll('[data-document]')].map((row) => row.dataset.file).sort()) === files;
  return window.until(`exactly ${files} listed`, shown, [JSON.stringify([...files].sort())]);
};
const name = (file) => `[data-file='${file}'] .name`;
const click = (file, held = {}) =>
  window.eval(
    (selector, held) => {
      const button = document.querySelector(selector);
      button.focus();
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...held }));
    },
    name(file),
    held,
  );

test('a drop is answered with one line, and a copy is named', async () => {
  const letter = join(folder, 'letter.pdf');
  writeFileSync(letter, 'Dear Sirs, this is not a PDF.');
  await drop(window, [agreement, copy, letter]);
  await untilReceipt('1 added, 1 already here, 1 could not be read');
  // Its title is known when its first pages are read.
  const isNamed = () =>
    /\.pdf is already here as “Master Services Agreement”/.test(document.querySelector('[data-receipt]').innerText);
  await window.until('the name of the copy', isNamed);
  assert.equal((await listed()).length, 2, 'the copy has no line of its own');
  await window.picture('library-receipt');
});

test('a failure is told at its document, with remedies', async () => {
  const row = await window.eval(() => document.querySelector("[data-file='letter.pdf']").innerText);
  assert.match(row, /letter\.pdf[^]*not a PDF/i, 'the reason is there');
  for (const remedy of ['Try again', 'Remove', 'Show file']) assert.ok(row.includes(remedy), remedy);
});

test('what is there already is said at once, and Show lists only what was dropped', async () => {
  await drop(window, [awkward, copy]);
  await untilReceipt('1 added, 1 already here');
  await press(window, '[data-receipt] .link');
  await window.until('the letter to be left out', () => !document.querySelector("[data-file='letter.pdf']"));
  assert.equal((await listed()).length, 2);
  await press(window, '[data-receipt] .link');
  await window.until('all documents', () => document.querySelectorAll('[data-document]').length === 3);
  await untilStatus(window, ['awkward.pdf'], 'ready');
});

test('a document has its title, and another name once it is renamed, also in citations', async () => {
  const [file] = (await listed()).filter((file) => /agreement|copy/.test(file));
  const lines = await window.eval((file) => document.querySelector(`[data-file='${file}']`).innerText, file);
  assert.match(lines.trim(), /^Master Services Agreement/);
  assert.ok(lines.replaceAll('\n', '').includes(file), 'the file name stays in sight');
  await click(file);
  await window.key('F2');
  await window.until('the field', () => document.activeElement.name === 'name');
  await window.type('Larch MSA');
  await window.key('Return');
  await window.until('the new name', () => document.querySelector('aside').innerText.includes('Larch MSA'));
  await ask(window, 'How much notice is needed to terminate for convenience?');
  const citation = await window.eval(() => document.querySelector('.citation').textContent.trim());
  assert.match(citation, /^Larch MSA, p\./);
});

test('a tag is added, and filters the list', async () => {
  await press(window, "[data-file='awkward.pdf'] [aria-label^='More actions']");
  await window.until('the actions', () => document.querySelector("[data-file='awkward.pdf'] [title^='Rename']"));
  await window.eval(() => {
    const actions = [...document.querySelectorAll("[data-file='awkward.pdf'] button")];
    actions.find((button) => button.innerText === 'Add tag').click();
  });
  await window.until('the field', () => document.activeElement.name === 'tag');
  await window.type('harbour');
  await window.key('Return');
  await window.until('the tag to filter by', () => document.querySelector('.tags .tag'));
  await press(window, '.tags .tag');
  await untilListed(['awkward.pdf']);
  await window.picture('library-tag');
  await press(window, '.tags .tag');
  await window.until('all documents', () => document.querySelectorAll('[data-document]').length === 3);
});

test('several documents are removed with one key, and come back as they were', async () => {
  const before = await listed();
  await click('letter.pdf');
  await click('awkward.pdf', { ctrlKey: true });
  await window.until('the selection', () =>
    document.querySelector('[data-selection]')?.innerText.includes('2 selected'),
  );
  await window.picture('library-selection');
  await window.key('Delete');
  await untilListed(before.filter((file) => /agreement|copy/.test(file)));
  await window.until('the offer to undo', () => document.querySelector('.notice .act')?.innerText === 'Undo');
  await press(window, '.notice .act');
  await untilListed(before);
  await untilStatus(window, ['awkward.pdf'], 'ready');
  assert.ok(
    await window.eval(() => document.querySelector("[data-file='awkward.pdf'] .tags")),
    'its tag is still there',
  );
  await ask(window, 'Who may direct where explosives are handled?');
});

test('what was removed stays removed when the window is closed', async () => {
  await click('letter.pdf');
  await window.key('Delete');
  await window.until('the letter to go', () => !document.querySelector("[data-file='letter.pdf']"));
  const { home } = window;
  await window.closeByItsButton();
  const log = () => readdirSync(join(home, 'log')).map((name) => readFileSync(join(home, 'log', name), 'utf8'));
  await until('the program to end in order', () => log().join('').includes(' closed'));
  await window.close({ keep: true });
  window = await openWindow(display, { home });
  await window.until('two documents', () => document.querySelectorAll('[data-document]').length === 2);
  assert.ok(!(await listed()).includes('letter.pdf'));
});
