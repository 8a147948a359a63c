// Documents in other languages and scripts in the real window: recognised, asked in their own language, highlighted, cited, and
// selected on the page as one reads them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import {
  add,
  boxes,
  choose,
  copySelection,
  fill,
  hits,
  middle,
  onScreen,
  pageAtRest,
  press,
  untilAnswered,
} from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const folder = join(assets, 'languages');
const asked = readFileSync(join(folder, 'questions.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));

/** Letters and digits alone: what wraps, hyphens and spaces do not change. */
const letters = (text) => text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
const sourceOf = ({ pdf }) => letters(readFileSync(join(folder, 'text', pdf.replace('.pdf', '.txt')), 'utf8'));

let display, window;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
  await add(
    window,
    asked.map(({ pdf }) => join(folder, pdf)),
  );
});

after(async () => {
  await window?.close();
  await display?.close();
});

const labelOf = (file) =>
  window.eval((file) => document.querySelector(`[data-file="${file}"] .language`)?.textContent, file);

test('the language of each document is recognised and shown beside it', async () => {
  assert.equal(await labelOf('de.pdf'), 'German');
  for (const { pdf } of asked) {
    const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(pdf.replace('.pdf', ''));
    assert.equal(await labelOf(pdf), name, pdf);
  }
  await window.picture('documents-in-languages');
});

/** Asks as a person who pastes a question: the keyboard of the display has Latin letters. */
async function paste(question) {
  await fill(window, '#question', question);
  await window.eval(() => document.getElementById('question').focus());
  await window.key('Return');
  await untilAnswered(window, question);
  return hits(window);
}

/** Selects the word under a box with a double click, and copies it. */
async function copyWord(box) {
  const [x, y] = await onScreen(window, box.page, middle(box));
  await display.xdotool('mousemove', x, y, 'click', '--repeat', 2, '--delay', 60, 1);
  await window.until('the bar at the selection', () => document.querySelector('.bar[role=toolbar]'));
  const text = await copySelection(window);
  await window.key('Escape');
  return text;
}

for (const question of asked) {
  const { pdf, evidence } = question;
  test(`${pdf}: a question in its language is answered, highlighted, cited and copied`, async () => {
    const [first] = await paste(question.question);
    const answer = letters(evidence[0].text);
    assert.equal(first.name, pdf, 'among documents in ten languages');
    assert.ok(letters(first.text).includes(answer.slice(0, 30)), `${first.text} has ${evidence[0].text}`);
    const [page] = evidence[0].pages0;
    await pageAtRest(window, page);
    const sentence = await boxes(window, 'sentence');
    assert.ok(sentence.length > 0 && sentence.every((box) => box.page === page), 'boxes on the page of the answer');
    const citation = await window.eval(() => document.querySelector('.citation').textContent.trim());
    assert.match(citation, new RegExp(`p\\. ?${page + 1}\\b`), citation);
    const [word] = (await boxes(window, 'word')).filter((box) => box.page === page);
    const copied = letters(await copyWord(word));
    assert.ok(copied.length > 0 && sourceOf(question).includes(copied), `${copied} stands in the text as it is read`);
    await window.picture(`document-in-${pdf.replace('.pdf', '')}`);
  });
}

test('another language is chosen for a document, and its label follows', async () => {
  await press(window, "[data-file='fr.pdf'] [aria-label^='More actions']");
  await window.until('the languages', () => document.querySelectorAll('[data-language] option').length > 20);
  await choose(window, '[data-language]', 'it');
  await window.until('the label', () =>
    document.querySelector("[data-file='fr.pdf'] .language")?.textContent.includes('Italian'),
  );
});
