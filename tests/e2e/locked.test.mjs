// A file with a password, in the real window: a wrong password is refused, and with the right one the file is searched
// and shown.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { ask, boxInSight, drop, pagesDrawn, untilStatus } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const minutes = join(assets, 'locked', 'board-minutes.pdf');
const question = 'How large is the reserve against service credits?';
const field = "[aria-label^='Password of']";

let display, window;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
});

after(async () => {
  await window?.close();
  await display?.close();
});

/** Waits until the document's row says something. */
function untilSays(pattern) {
  const says = (pattern) => {
    const row = document.querySelector("[data-status='failed']");
    return new RegExp(pattern).test(row?.innerText) && row.innerText;
  };
  return window.until(`the row to say ${pattern}`, says, [pattern]);
}

/** Types a password on the keyboard where it is asked for. */
async function enter(password) {
  await window.until('a field for the password', (field) => document.querySelector(field), [field]);
  await window.eval((field) => document.querySelector(field).focus(), field);
  await window.type(password);
  await window.key('Return');
}

test('a locked file asks for its password', async () => {
  await drop(window, [minutes]);
  await untilStatus(window, [minutes], 'failed');
  const text = await untilSays('[Ee]nter its password');
  assert.match(text, /board-minutes\.pdf/, 'the file is named');
  assert.doesNotMatch(text, /Try again/, 'trying again without a password does not help');
  await window.picture('8-locked');
});

test('a wrong password is refused, and another can be entered', async () => {
  await enter('lady-day');
  await untilSays('[Ww]rong password');
  const shown = await window.eval((field) => document.querySelector(field).value, field);
  assert.equal(shown, '', 'the field is empty for the next one');
});

test('the right password opens it for search and on screen', async () => {
  await enter('quarter-day');
  await untilStatus(window, [minutes], 'ready');
  const [first] = await ask(window, question);
  assert.equal(first.name, 'board-minutes.pdf');
  assert.ok(first.text.includes('a reserve of £412,000'), `the first passage answers: ${first.text}`);
  const chosen = await window.eval(() => document.querySelector(".hit[aria-current='true']").closest('li').innerText);
  const citation = 'Minutes of the Board, PDF p. 1, § 3.2';
  assert.ok(chosen.includes(citation), `the title can be read too, and the clause is the right one: ${chosen}`);
  await pagesDrawn(window);
  await boxInSight(window, 'sentence');
});

test('another window asks for the password again before it shows a page', async () => {
  const { home } = window;
  await window.close({ keep: true });
  window = await openWindow(display, { home });
  await untilStatus(window, [minutes], 'ready');
  const [first] = await ask(window, question);
  assert.ok(first.text.includes('a reserve of £412,000'), 'it stays searchable');
  const problem = () => document.querySelector('[data-pane] .failure')?.innerText;
  assert.match(await window.until('a message in place of the page', problem), /[Ee]nter its password/);
  await window.picture('9-locked-page');
  await enter('lady-day');
  const wrong = () => /[Ww]rong password/.test(document.querySelector('[data-pane] .failure')?.innerText);
  await window.until('the wrong password to be refused', wrong);
  await enter('quarter-day');
  await pagesDrawn(window);
  await boxInSight(window, 'sentence');
});
