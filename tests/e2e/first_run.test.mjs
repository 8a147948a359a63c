// The first minutes: sample documents with one click, an example question with another, the menu, the keyboard, undo, and
// large text in a small window.

import assert from 'node:assert/strict';
import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { press, untilAnswered, untilStatus } from './stage/steps.mjs';
import { newHome, openWindow } from './stage/window.mjs';

const samples = ['services-agreement.pdf', 'annual-report.pdf', 'supply-agreement.pdf'];
const focused = (selector) => document.activeElement.matches(selector);

let display, window;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display, { size: [960, 600] });
});

after(async () => {
  await window?.close();
  await display?.close();
});

test('the sample documents are one click away, in a collection of their own', async () => {
  await window.until('the first steps', () => document.querySelector('[data-samples]'));
  await window.until('the search engine', () => /Search engine ready/.test(document.body.innerText), [], 60_000);
  const shown = await window.eval(() => document.body.innerText);
  assert.doesNotMatch(shown, /`|npm |pincite \w/, 'no command for a terminal');
  await press(window, '[data-samples]');
  await untilStatus(window, samples, 'ready');
  assert.match(await window.eval(() => document.querySelector('aside').innerText), /Sample documents/);
});

test('an example question is asked with one click', async () => {
  const example = await window.until('the examples', () => document.querySelector('[data-example]')?.innerText.trim());
  await press(window, '[data-example]');
  await untilAnswered(window, example);
  await window.until('the focus on the first hit', focused, ['.hit']);
});

test('a mark is undone by a key, and from its message', async () => {
  const marked = (marked) => Boolean(document.querySelector('li.chosen [aria-pressed="true"]')) === marked;
  await window.key('y');
  await window.until('the mark', marked, [true]);
  await window.key('ctrl+z');
  await window.until('no mark', marked, [false]);
  await window.key('n');
  await window.until('the mark', marked, [true]);
  await press(window, '.notice .act');
  await window.until('no mark', marked, [false]);
});

test('a letter alone acts only in the list, and with Ctrl everywhere', async () => {
  const open = (open) => Boolean(document.querySelector('#questions')) === open;
  await window.eval(() => document.querySelector('#questions-button').focus());
  await window.key('l');
  await window.key('ctrl+j');
  await window.until('the questions', open, [true]);
  await window.key('ctrl+j');
  await window.until('the results', open, [false]);
  await window.eval(() => document.querySelector('.hit').focus());
  await window.key('l');
  await window.until('the questions, by the letter alone', open, [true]);
  await window.key('ctrl+l');
  await window.until('the search field', focused, ['#question']);
});

test('the menu bar carries out the same commands, and F1 shows the keys', async () => {
  const help = () => document.querySelector('dialog[open] kbd');
  await window.key('F1');
  await window.until('the keys', help);
  await window.key('Escape');
  await window.until('the end of the dialog', () => !document.querySelector('dialog'));
  // The last menu is the one for help, with one item.
  await window.key('F10', 'Left', 'Down', 'Return');
  await window.until('the keys, by the menu', help);
  await window.key('Escape');
  await window.until('the end of the dialog', () => !document.querySelector('dialog'));
});

test('with the largest text in the smallest window everything can be reached', async () => {
  await window.eval(() => document.querySelector('#question').focus());
  const size = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
  const normal = await window.eval(size);
  await window.key(...Array(8).fill('ctrl+plus'));
  await window.until(
    'text of twice the size',
    (normal) => {
      return parseFloat(getComputedStyle(document.documentElement).fontSize) === 2 * normal;
    },
    [normal],
  );
  await window.eval(() => document.querySelector('.hit').click());
  await window.until('the page', () => document.querySelector('#page-number'));
  // A message lies over the panes until it goes by itself.
  await window.until('the messages to go', () => !document.querySelector('.notice'));
  await window.picture('30-large-text');
  assert.deepEqual(await window.eval(outOfReach), []);
  await window.key('ctrl+j');
  await window.until('the questions', () => document.querySelector('#questions'));
  assert.deepEqual(await window.eval(outOfReach), []);
  await window.picture('31-large-questions');
  await window.key('ctrl+i');
  await window.until('the pane', () => document.querySelector('#tuning'));
  assert.deepEqual(await window.eval(outOfReach), []);
  await window.key('Escape', 'ctrl+0');
  await window.until(
    'normal text',
    (normal) => {
      return parseFloat(getComputedStyle(document.documentElement).fontSize) === normal;
    },
    [normal],
  );
});

test('without a search model the window says so, and how to get it without a terminal', async () => {
  await window.close();
  const home = newHome();
  unlinkSync(join(home, 'models'));
  window = await openWindow(display, { home });
  const note = await window.until('the note', () => document.querySelector('aside footer')?.innerText, [], 60_000);
  assert.match(note, /missing.*Download the search model/s);
  assert.doesNotMatch(note, /`|npm |pincite \w|--\w/, 'no command for a terminal');
});

/** Names of the controls that no scrolling brings into the window, or that something covers. */
function outOfReach() {
  const name = (one) => one.ariaLabel || one.innerText?.trim() || one.id || one.tagName;
  // Marks of results on one line cover each other in the strip. The list has them all.
  const controls = [
    ...document.querySelectorAll('button:not([data-strip]), select, input:not(.unseen), textarea, summary'),
  ];
  const shown = controls.filter((one) => one.checkVisibility() && !one.closest('.actions') && one.clientWidth > 0);
  return shown.filter((one) => !reached(one)).map(name);

  function reached(one) {
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = one.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (right - left < 4 || bottom - top < 4) return false;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return Boolean(hit) && (one.contains(hit) || hit.contains(one));
  }
}
