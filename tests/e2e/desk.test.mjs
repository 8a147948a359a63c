// An afternoon's asking in the real window: a scope of documents, results by document, earlier questions, and everything
// there again after a restart.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { add, ask, hits, press, untilAnswered } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const names = ['annual-report.pdf', 'awkward.pdf', 'services-agreement.pdf'];
const documents = names.map((name) => join(assets, name));
/** Both documents have much to say about it. */
const broad = 'Which liabilities and obligations are described?';
const liability = 'What is the cap on liability?';

let display, window;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
});

after(async () => {
  await window?.close();
  await display?.close();
});

/** Waits until the closer reading is done: results keep their place from then on. */
const settled = () => window.until('the final order', () => document.querySelector(".answer[aria-busy='false']"));
const there = (selector) => document.querySelector(selector);
const valueOf = (selector) => window.eval((selector) => document.querySelector(selector)?.value, selector);
const textOf = (selector) => window.eval((selector) => document.querySelector(selector)?.innerText.trim(), selector);

test('two documents are chosen in the picker, and only these are searched', async () => {
  await add(window, documents);
  assert.equal(await textOf('#scope .elide'), 'All documents');
  await press(window, '#scope');
  await window.until('the picker', there, ['.scope dialog[open]']);
  await window.type('serv');
  await window.until('the filtered list', () => document.querySelectorAll('[data-scope]').length === 1);
  await window.key('Down', 'space', 'Up', 'ctrl+a', 'BackSpace');
  await window.until('the whole list', () => document.querySelectorAll('[data-scope]').length === 4);
  await window.eval(() =>
    [...document.querySelectorAll('.scope li')]
      .find((one) => /annual/i.test(one.innerText))
      .querySelector('input')
      .click(),
  );
  await window.picture('desk-1-scope');
  await window.key('Escape');
  await window.until('the picker to close', () => !document.querySelector('.scope dialog'));
  assert.equal(await textOf('#scope .elide'), '2 documents');
  const found = await ask(window, broad);
  const searched = new Set(found.map(({ name }) => name));
  assert.deepEqual([...searched].sort(), [names[0], names[2]], 'both, and not the third');
});

test('five results are in sight at 1280 × 800, with the actions of the chosen one', async () => {
  await settled();
  await window.picture('desk-2-cards');
  const seen = await window.eval(() => {
    const pane = document.querySelector('.results').getBoundingClientRect();
    const inside = (element) => {
      const box = element.getBoundingClientRect();
      return box.height > 0 && box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1;
    };
    const cards = [...document.querySelectorAll('.results li:has(.hit)')].filter(inside);
    const actions = [...document.querySelectorAll('.results li.chosen .actions button')].filter((one) =>
      one.checkVisibility(),
    );
    const outside = actions.filter((one) => !inside(one)).map((one) => one.ariaLabel ?? one.innerText);
    return { cards: cards.length, actions: actions.length, outside };
  });
  assert.ok(seen.cards >= 5, `five cards in sight, seen: ${seen.cards}`);
  assert.ok(seen.actions > 0 && !seen.outside.length, `the actions are in sight, but for: ${seen.outside}`);
});

test('the card being read stays where it is while the results get their final order', async () => {
  const seen = await window.eval(async (question) => {
    const frame = () => new Promise(requestAnimationFrame);
    const field = document.getElementById('question');
    field.value = question;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.form.requestSubmit();
    while (document.querySelector('[data-asked]')?.dataset.asked !== question) await frame();
    const isSorting = () => document.querySelector(".answer[aria-busy='true']") !== null;
    document.querySelector("[data-hit='3']").click();
    const card = () => document.querySelector('.results li.chosen');
    const [chosen, ranks, tops] = [card(), [card().innerText], []];
    for (let after = 0; after < 40; after += isSorting() ? 0 : 1) {
      await frame();
      if (after === 0) tops[0] = card().getBoundingClientRect().top;
      tops[1 + after] = card().getBoundingClientRect().top;
    }
    ranks.push(card().innerText);
    return { isSame: card() === chosen, ranks: ranks.map((text) => parseInt(text, 10)), tops };
  }, liability);
  await window.picture('desk-2-settled');
  const [before, ...after] = seen.tops;
  assert.ok(seen.isSame, 'the same result is chosen');
  const moves = after.map((top) => Math.abs(top - before));
  assert.ok(Math.max(...moves) < 2, `from rank ${seen.ranks[0]} to ${seen.ranks[1]} it moved by ${Math.max(...moves)}`);
  await ask(window, broad);
  await settled();
});

test('the chosen card is in sight as a whole, whatever key chose it', async () => {
  const last = await window.eval(() => document.querySelectorAll('.hit').length - 1);
  for (let i = 0; i < last; i++) await window.key(i % 2 ? 'Down' : 'j');
  const isChosen = (index) => document.querySelector(`[data-hit='${index}']`).ariaCurrent === 'true';
  await window.until('the last result', isChosen, [last]);
  const inSight = () => {
    const pane = document.querySelector('.results').getBoundingClientRect();
    const card = document.querySelector('.results li.chosen').getBoundingClientRect();
    return card.top >= pane.top - 1 && card.bottom <= pane.bottom + 1;
  };
  await window.until('the whole card', inSight);
  await window.key('k');
  await window.until('the one before', isChosen, [last - 1]);
  await window.until('the whole card again', inSight);
});

test('results are listed under their documents, the best one first', async () => {
  const [first] = await hits(window);
  const shown = await window.eval(() => document.querySelector('.hit .name').textContent.trim());
  await press(window, '[data-by-document]');
  await window.until('the heads', () => document.querySelectorAll('[data-group]').length === 2);
  await window.picture('desk-3-by-document');
  const heads = await window.eval(() => [...document.querySelectorAll('[data-group]')].map((head) => head.innerText));
  assert.ok(heads[0].startsWith(shown), `the document of the best result: ${heads[0]}`);
  assert.match(heads[0], /\d+ results?/, 'with the number of its results');
  const order = (await hits(window)).map(({ name }) => name);
  assert.deepEqual(
    order,
    [...order].sort((a, b) => (a === first.name ? -1 : 0) - (b === first.name ? -1 : 0)),
  );
});

test('the arrow key brings earlier questions, and the list asks them again', async () => {
  await ask(window, liability);
  await settled();
  await window.eval(() => document.getElementById('question').focus());
  await window.key('Up');
  await window.until('the question before', (text) => document.getElementById('question').value === text, [broad]);
  await window.key('Down');
  await window.until('the last one', (text) => document.getElementById('question').value === text, [liability]);
  await press(window, '#history-button');
  await window.until('the list', there, ['.history[open]']);
  await window.type('obligations');
  await window.until('the filtered list', () => document.querySelectorAll('.history .ask').length === 1);
  await window.picture('desk-4-history');
  await window.key('Down', 'Return');
  await untilAnswered(window, broad);
  await settled();
});

test('results of earlier questions are freed', async () => {
  await window.eval(() => (globalThis.rows = []));
  for (let turn = 0; turn < 6; turn++) {
    await ask(window, turn % 2 ? broad : liability);
    await window.eval(() => {
      for (const row of document.querySelectorAll('.results li')) globalThis.rows.push(new WeakRef(row));
    });
  }
  // Kept by Svelte's animations, half of all rows were there for ever.
  const freed = () => {
    for (let turn = 0; turn < 20_000; turn++) new Array(300).fill(turn);
    const kept = new Set(globalThis.rows.map((row) => row.deref()).filter((row) => row && !row.isConnected));
    return kept.size <= 5;
  };
  await window.until('the rows to be freed', freed);
});

test('a question is removed from the list for good', async () => {
  await press(window, '#history-button');
  await window.until('both questions', () => document.querySelectorAll('.history .ask').length === 2);
  await window.eval((text) => document.querySelector(`.history [aria-label='Remove “${text}”']`).click(), liability);
  await window.until('one question', () => document.querySelectorAll('.history .ask').length === 1);
  await window.key('Escape');
  await window.until('the list to close', () => !document.querySelector('.history'));
});

test('a pane is hidden and shown again', async () => {
  await press(window, "[data-hide='library']");
  await window.until('the rail', there, ["[data-rail='library']"]);
  await press(window, "[data-rail='library'] button");
  await window.until('the library', there, ['aside']);
  await window.eval(() => document.querySelector(".hit[aria-current='true']").focus());
  await window.key('1');
  await window.until('the rail again', there, ["[data-rail='library']"]);
});

test('everything is there again after a restart', async () => {
  await press(window, "[data-hit='1']");
  await window.until('the second result', () => document.querySelector("[data-hit='1']").ariaCurrent === 'true');
  await window.eval(() => document.querySelector("[aria-label='Resize the results']").focus());
  await window.key('Right', 'Right', 'Right');
  const width = () => Math.round(document.querySelector('main').getBoundingClientRect().width);
  const state = async () => ({
    question: await valueOf('#question'),
    scope: await textOf('#scope .elide'),
    document: await textOf('#viewer h2'),
    page: await valueOf('#page-number'),
    chosen: await textOf('.results li.chosen .citation'),
    width: await window.eval(width),
  });
  await settled();
  const earlier = await state();
  await window.closeByItsButton();
  await window.close({ keep: true });
  window = await openWindow(display, { home: window.home });
  await untilAnswered(window, broad);
  await settled();
  await window.until('the page', () => document.querySelector('.sheet img'));
  await window.until('the chosen result', (text) => document.querySelector('.results li.chosen .citation')?.innerText.trim() === text, [earlier.chosen]); // prettier-ignore
  await window.until('the page it was on', (page) => document.getElementById('page-number').value === page, [
    earlier.page,
  ]);
  await window.picture('desk-5-again');
  assert.deepEqual(await state(), earlier);
  assert.ok(
    await window.eval(() => document.querySelector("[data-rail='library']") !== null),
    'the library stays hidden',
  );
  await window.eval(() => document.getElementById('question').focus());
});
