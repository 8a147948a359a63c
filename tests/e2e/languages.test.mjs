// The window in other languages: chosen in Settings, and from right to left, with a language of marked texts for tests.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bringAxe, violations } from './stage/axe.mjs';
import { openDisplay } from './stage/display.mjs';
import { ask, boxes, choose, pagesDrawn, press, untilStatus } from './stage/steps.mjs';
import { openWindow } from './stage/window.mjs';

const samples = ['services-agreement.pdf', 'annual-report.pdf', 'supply-agreement.pdf'];
const question = 'How much notice is needed to terminate for convenience?';
let display, window;
/** Where the sentence found lies on its page, in a window from left to right. */
let marked;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
});

after(async () => {
  await window?.close();
  await display?.close();
});

const there = (selector) => document.querySelector(selector);
const gone = (selector) => !document.querySelector(selector);

/** Waits until the page is there in a language, with its menu bar and its panes. */
async function untilIn(language) {
  const shown = (language) => {
    const { lang, dataset } = document.documentElement;
    return lang === language && dataset.menu && document.querySelector('aside footer');
  };
  await window.until(`the window in ${language}`, shown, [language]);
  await bringAxe(window);
}

/** Elements that are wider than the window, and panes that have to be scrolled sideways. */
function tooWide() {
  const name = (one) => `${one.tagName} ${one.id || one.className}: ${one.scrollWidth} of ${one.clientWidth}`;
  const wide = [...document.querySelectorAll('*')].filter((one) => one.scrollWidth > innerWidth);
  const panes = [...document.querySelectorAll('[data-pane]')].filter((one) => one.scrollWidth > one.clientWidth);
  return [...wide, ...panes].map(name);
}

/** Opens a dialog, and looks at it. */
async function dialog(key, content, picture) {
  await window.key(key);
  await window.until('the dialog', there, [`dialog[open] ${content}`]);
  await window.picture(picture);
  assert.deepEqual(await violations(window), []);
  assert.deepEqual(await window.eval(tooWide), []);
}

async function closeDialog() {
  await window.key('Escape');
  await window.until('its end', gone, ['dialog']);
}

test('German is chosen in Settings, and the window loads again in it', async () => {
  await window.until('the first steps', there, ['[data-samples]']);
  assert.deepEqual(await window.eval(() => [document.documentElement.lang, document.documentElement.dir]), [
    'en-GB',
    'ltr',
  ]);
  await window.key('ctrl+comma');
  await window.until('the settings', there, ['dialog[open] [data-language] select']);
  await choose(window, '[data-language] select', 'de');
  await untilIn('de-DE');
  assert.equal(await window.eval(() => document.documentElement.dir), 'ltr');
  await window.until('the first steps', there, ['[data-samples]']);
  assert.match(await window.eval(() => document.body.innerText), /Mit Beispieldokumenten ausprobieren/);
  assert.deepEqual(await violations(window), []);
});

test('results, help and settings are in German', async () => {
  await press(window, '[data-samples]');
  await untilStatus(window, samples, 'ready');
  await ask(window, question);
  await pagesDrawn(window);
  marked = await boxes(window, 'sentence');
  assert.match(
    await window.eval(() => document.querySelector('[data-asked]').innerText),
    /Gefunden|Unsicher|Antwort|Ergebnis/,
  );
  await window.picture('language-german');
  assert.deepEqual(await violations(window), []);
  assert.deepEqual(await window.eval(tooWide), []);
  await dialog('F1', 'kbd', 'language-german-help');
  await closeDialog();
  await dialog('ctrl+comma', 'select', 'language-german-settings');
  assert.equal(await window.eval(() => document.querySelector('[data-language] select').value), 'de');
  await closeDialog();
});

test('from right to left the library stands at the right, and nothing is cut off', async () => {
  await window.eval(() => {
    localStorage.setItem('pincite.language', '"pseudo-rtl"');
    location.reload();
  });
  await untilIn('ar');
  await untilStatus(window, samples, 'ready');
  await ask(window, question);
  await pagesDrawn(window);
  const places = await window.eval(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [library, page] = [box('aside'), box('#viewer')];
    return {
      dir: document.documentElement.dir,
      library: innerWidth - library.right,
      page: page.left,
      width: page.width,
    };
  });
  assert.equal(places.dir, 'rtl');
  assert.ok(Math.abs(places.library) < 2, 'the library ends at the right edge of the window');
  assert.ok(Math.abs(places.page) < 2 && places.width > 300, 'the page begins at its left edge');
  await window.picture('language-right-to-left');
  assert.deepEqual(await violations(window), []);
  assert.deepEqual(await window.eval(tooWide), []);
});

test('what is marked on a page keeps its place', async () => {
  const now = await boxes(window, 'sentence');
  assert.equal(now.length, marked.length);
  for (const [at, { page, rect }] of now.entries()) {
    assert.equal(page, marked[at].page);
    for (const side of ['x0', 'y0', 'x1', 'y1']) assert.ok(Math.abs(rect[side] - marked[at].rect[side]) < 1.5, side);
  }
});

test('an arrow key moves the edge of a pane to where it points', async () => {
  const width = () => document.querySelector('aside').getBoundingClientRect().width;
  const before = await window.eval(width);
  await window.eval(() => document.querySelector('[role="separator"]').focus());
  await window.key('Left', 'Left');
  await window.until('a wider library', (before) => document.querySelector('aside').offsetWidth > before + 10, [
    before,
  ]);
  await window.key('Right', 'Right');
  await window.until(
    'its width as before',
    (before) => Math.abs(document.querySelector('aside').offsetWidth - before) < 2,
    [before],
  );
});

test('dialogs and other panes run from right to left', async () => {
  await dialog('ctrl+comma', 'select', 'language-right-to-left-settings');
  await closeDialog();
  await dialog('F1', 'kbd', 'language-right-to-left-help');
  await closeDialog();
  for (const [key, pane] of [
    ['ctrl+j', '#questions'],
    ['ctrl+i', '#tuning'],
    ['ctrl+k', '#memo'],
  ]) {
    await window.key(key);
    await window.until('the pane', there, [pane]);
    await window.until('what it computes first', gone, [`${pane} [aria-busy='true']`]);
    assert.deepEqual(await violations(window), []);
    assert.deepEqual(await window.eval(tooWide), []);
    await window.picture(`language-right-to-left-${pane.slice(1)}`);
    await window.key(key);
  }
});
