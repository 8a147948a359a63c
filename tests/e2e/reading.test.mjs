// Moving in a document: find, outline, back and forward, links, small pages.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { knownWords, wordsIn } from './stage/known_words.mjs';
import { writeLinkedPdf } from './stage/linked_pdf.mjs';
import { processes, toldOf } from './stage/process.mjs';
import { add, ask, pagesDrawn, press } from './stage/steps.mjs';
import { assets, openWindow, program } from './stage/window.mjs';

const agreement = join(assets, 'services-agreement.pdf');

let display, window, folder, linked;

before(async () => {
  display = await openDisplay();
  folder = mkdtempSync(join(tmpdir(), 'pincite-folder-'));
  linked = join(folder, 'linked.pdf');
  writeLinkedPdf(linked);
  window = await openWindow(display);
  await add(window, [linked, agreement]);
});

after(async () => {
  await window?.close();
  await display?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Shows a document by a click on its name in the list. */
async function openDocument(file) {
  const name = `[data-file='${file}'] .name`;
  await window.eval((name) => document.querySelector(name).click(), name);
  await window.until(`${file} to be open`, (name) => document.querySelector(name).ariaCurrent === 'true', [name]);
  await pagesDrawn(window);
}

/** Waits until the bar tells this of what was found. */
const told = (text) =>
  window.until(`"${text}" in the bar`, (text) => document.querySelector('[data-found]')?.innerText === text, [text]);

/** Waits until a page (from 0) is the one that is read. */
const atPage = (page) =>
  window.until(
    `page ${page + 1} to be read`,
    (page) => {
      const sheet = document.querySelector(`.sheet[data-page="${page}"]`)?.getBoundingClientRect();
      const pane = document.getElementById('pages')?.getBoundingClientRect();
      const middle = pane && pane.top + pane.height / 3;
      return sheet && pane && sheet.top <= middle + 2 && sheet.bottom >= middle;
    },
    [page],
  );

/** Waits until a height of a page, in points from its top, is in sight. */
const inSight = (page, y) =>
  window.until(
    `page ${page + 1} to be in sight`,
    (page, y) => {
      const sheet = document.querySelector(`.sheet[data-page="${page}"]`)?.getBoundingClientRect();
      const pane = document.getElementById('pages')?.getBoundingClientRect();
      const place = sheet && sheet.top + (y * sheet.height) / 792;
      return pane && place > pane.top && place < pane.bottom;
    },
    [page, y],
  );

const scrollTop = () => window.eval(() => document.getElementById('pages').scrollTop);

async function find(text) {
  await window.key('ctrl+f');
  await window.until('the field of the bar to have the focus', () => document.activeElement?.id === 'find');
  await window.type(text);
}

test('words are found as they are typed, counted, and marked on the right words', async () => {
  await openDocument('linked.pdf');
  await find('A NOTICE');
  await told('1 of 3');
  const found = await window.eval(() => {
    return [...document.querySelectorAll('.found')].map((mark) => {
      const sheet = mark.closest('.sheet');
      const [paper, box] = [mark.closest('.paper').getBoundingClientRect(), mark.getBoundingClientRect()];
      const pixels = paper.width / 612;
      const [x0, x1] = [box.left, box.right].map((value) => (value - paper.left) / pixels);
      const [y0, y1] = [box.top, box.bottom].map((value) => (value - paper.top) / pixels);
      return { page: Number(sheet.dataset.page), rect: { x0, x1, y0, y1 } };
    });
  });
  assert.ok(found.length > 0, 'what was found is marked');
  for (const { page, rect } of found) {
    const under = wordsIn(await knownWords(linked, page), rect).map(({ text }) => text.toLowerCase());
    assert.match(under.join(' '), /^a notice$/, 'poppler reads the words under the mark');
  }
  await window.picture('reading-find');
});

test('pages are drawn by the small program that comes with the window', () => {
  const lines = processes().map((process) => toldOf(process, 'cmdline').split('\0'));
  const readers = lines.filter(([path, argument]) => dirname(path) === dirname(program) && argument === '__reader');
  assert.deepEqual([...new Set(readers.map(([path]) => basename(path)))], ['pincite']);
});

test('next, previous and the first after the last', async () => {
  await window.key('Return');
  await told('2 of 3');
  await window.key('F3');
  await told('3 of 3');
  await inSight(2, 420);
  await window.key('F3');
  await told('1 of 3');
  await window.key('shift+Return');
  await told('3 of 3');
});

test('a phrase is found over a line end and a page break', async () => {
  await window.key('ctrl+f', 'ctrl+a');
  await window.type('tell the customer where');
  await told('1 of 1');
  const pages = await window.eval(() =>
    [...document.querySelectorAll('.found.current')].map((mark) => Number(mark.closest('.sheet').dataset.page)),
  );
  assert.deepEqual(pages.sort(), [0, 1], 'it is marked on both pages');
  await window.picture('reading-page-break');
  await window.key('Escape');
  await window.until('the bar to be gone', () => !document.getElementById('find'));
  assert.equal(await window.eval(() => document.querySelectorAll('.found').length), 0, 'and the marks with it');
});

test('a page that is not there is refused with a word', async () => {
  await window.key('ctrl+g');
  await window.until('the focus on the field', () => document.activeElement?.id === 'page-number');
  await window.type('999');
  await window.key('Return');
  const told = await window.until('a word', () => document.querySelector('#viewer form [role=alert]')?.innerText);
  assert.match(told, /^No page 999: this document has \d+ pages\.$/);
  await window.picture('reading-no-page');
  await window.key('Escape');
  await window.until('the word to go', () => !document.querySelector('#viewer form [role=alert]'));
  assert.notEqual(await window.eval(() => document.getElementById('page-number').value), '999');
});

test('a key opens the next document, and another one the one before', async () => {
  const names = () =>
    window.eval(() => [...document.querySelectorAll('[data-document]')].map((one) => one.dataset.file));
  const isOpen = (file) =>
    window.until(`${file} to be open`, (file) => document.querySelector(`[data-file='${file}'] .name`).ariaCurrent === 'true', [file]); // prettier-ignore
  const [first, second] = await names();
  await openDocument(first);
  await window.eval(() => document.getElementById('pages').focus());
  await window.key('ctrl+Next');
  await isOpen(second);
  await window.until('the focus on its pages', () => document.activeElement?.id === 'pages');
  await window.key('ctrl+Prior');
  await isOpen(first);
  await openDocument('linked.pdf');
});

test('an outline entry goes to its place', async () => {
  await openDocument('linked.pdf');
  await press(window, '[aria-label="Outline"]');
  await window.until('the outline', () => document.querySelectorAll('#side .entry').length === 2);
  const entries = await window.eval(() => [...document.querySelectorAll('#side .entry')].map((one) => one.innerText));
  assert.deepEqual(
    entries.map((entry) => entry.trim().replace(/\s+/g, ' ')),
    ['1. Notices PDF p. 1', '2. Fees PDF p. 3'],
  );
  await press(window, '#side li:nth-child(2) .entry');
  await inSight(2, 390);
  await window.picture('reading-outline');
});

test('back and forward lead through the places', async () => {
  const there = await scrollTop();
  await window.key('alt+Left');
  await atPage(0);
  await window.key('alt+Right');
  await window.until('the place as it was left', (there) => document.getElementById('pages').scrollTop === there, [
    there,
  ]);
  await press(window, '[data-go="back"]');
  await atPage(0);
});

test('a link goes to its place, and an address is only copied', async () => {
  await press(window, '[data-link="place"]');
  await inSight(2, 390);
  await press(window, '[data-go="back"]');
  await atPage(0);
  const link = await window.eval(() => {
    const { left, top, width, height } = document.querySelector('[data-link="address"]').getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, title: document.querySelector('[data-link="address"]').title };
  });
  assert.equal(link.title, 'https://example.org/notices', 'the address is shown');
  await display.xdotool('mousemove', Math.round(link.x), Math.round(link.y), 'click', 1);
  await window.until('a message that it was copied', () => document.body.innerText.includes('Address copied'));
  assert.equal(await display.clipboard(), 'https://example.org/notices');
});

test('back leads to the document read before', async () => {
  await openDocument('services-agreement.pdf');
  await window.until('its outline', () => document.querySelectorAll('#side .entry').length > 5);
  await window.key('alt+Left');
  await window.until('the other document', () => document.getElementById('pages')?.ariaLabel.includes('linked.pdf'));
  await window.key('alt+Right');
  await window.until('this document again', () => document.getElementById('pages')?.ariaLabel.includes('Services'));
});

test('small pages show where results lie, and lead to their pages', async () => {
  await ask(window, 'How much notice is needed to terminate for convenience?');
  await press(window, '[aria-label="Pages"]');
  await window.until('a result on a small page', () => document.querySelector('[data-thumbnail] .hit'));
  await window.until('small pictures', () => {
    const images = [...document.querySelectorAll('[data-thumbnail] img')];
    return images.length > 2 && images.every((image) => image.complete && image.naturalWidth > 50);
  });
  await window.picture('reading-thumbnails');
  const drawn = await window.eval(() => document.querySelectorAll('[data-thumbnail]').length);
  assert.ok(drawn < 15, `of thirty pages only those in sight are drawn, not ${drawn}`);
  const page = await window.eval(() => {
    const other = [...document.querySelectorAll('[data-thumbnail]')].find((one) => !one.ariaCurrent);
    other.click();
    return Number(other.dataset.thumbnail);
  });
  await atPage(page);
});
