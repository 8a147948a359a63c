// The main job in the real window: drop PDFs, see them being read, ask, and find the answer marked on its page.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { knownWords, overlap, wordsIn } from './stage/known_words.mjs';
import { processes, toldOf, until } from './stage/process.mjs';
import { ask, boxes, boxInSight, drop, hits, pageAtRest, pagesDrawn, untilStatus } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const agreement = join(assets, 'services-agreement.pdf');
const report = join(assets, 'annual-report.pdf');
const question = 'How much notice is needed to terminate for convenience?';
const answer = "not less than 120 days' written notice";

let display, window, folder;

before(async () => {
  display = await openDisplay();
  folder = mkdtempSync(join(tmpdir(), 'pincite-folder-'));
  mkdirSync(join(folder, 'Matter', 'inner'), { recursive: true });
  copyFileSync(join(assets, 'awkward.pdf'), join(folder, 'Matter', 'inner', 'awkward.pdf'));
  window = await openWindow(display);
});

after(async () => {
  await window?.close();
  await display?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test('an empty library shows what to do', async () => {
  await window.until('the first steps', () => document.body.innerText.includes('Drop PDFs or folders here'));
  await window.picture('1-empty');
});

/** It kept a processor busy for days, because each look at its folder of links caused the next one. */
test('a window that nobody uses leaves the processors alone', async () => {
  const name = (process) => toldOf(process, 'comm').trim();
  const environment = (process) => toldOf(process, 'environ').split('\0');
  const isOurs = (process) => environment(process).includes(`PINCITE_HOME=${window.home}`);
  const [program] = processes().filter((one) => name(one) === 'pincite-desktop' && isOurs(one));
  assert.ok(program, 'the window has a process');
  /** Hundredths of a second of one processor, used so far. */
  const used = () => {
    const [user, system] = toldOf(program, 'stat').split(') ').pop().split(' ').slice(11, 13).map(Number);
    return user + system;
  };
  await until('the window to come to rest', async () => {
    const before = used();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return used() - before < 10;
  });
});

test('two PDFs and a folder are dropped, and their progress is seen', async () => {
  let overlay = '';
  const watched = window.eval(() => {
    globalThis.seen = new Set();
    const note = () =>
      document.querySelectorAll('[role=progressbar]').forEach((bar) => globalThis.seen.add(bar.ariaValueText));
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await watched;
  await drop(window, [agreement, report, join(folder, 'Matter')], async (shown) => {
    overlay = shown;
    await window.picture('2-drop');
  });
  assert.match(overlay, /Drop PDFs or folders/, 'while files are held over the window it says what a drop does');
  await window.until('three documents listed', () => document.querySelectorAll('[data-document]').length === 3);
  await window.picture('3-progress');
  await untilStatus(window, [agreement, report], 'ready');
  await untilStatus(window, ['awkward.pdf'], 'ready');
  const texts = await window.eval(() => [...globalThis.seen]);
  assert.ok(
    texts.some((text) => /\d+ of \d+/.test(text)),
    `progress names units done of all, seen: ${texts.join(' | ')}`,
  );
});

test('a scanned page is recognised, and said to be', async () => {
  await window.until('the recognised page', () => document.body.innerText.includes('1 page recognised from a scan'));
});

test('a question is asked, and the first hit opens at the answer', async () => {
  const [first] = await ask(window, question);
  assert.equal(first.name, 'services-agreement.pdf');
  assert.ok(first.text.includes(answer), `the first passage answers: ${first.text}`);
  await boxInSight(window, 'sentence');
  await pagesDrawn(window);
  await window.picture('4-answer');
});

test('the boxes lie on the right words', async () => {
  const words = await boxes(window, 'word');
  const sentences = await boxes(window, 'sentence');
  const page = sentences[0].page;
  const known = await knownWords(agreement, page);
  const read = (boxes) => {
    const here = boxes.filter((box) => box.page === page).flatMap(({ rect }) => wordsIn(known, rect));
    return here.map((word) => word.text.replace('’', "'")).join(' ');
  };
  const passage = read(await boxes(window, 'passage'));
  assert.ok(passage.includes(answer), `poppler reads under the passage's boxes: ${passage}`);
  const sentence = await window.eval(() => {
    const pieces = [...document.querySelectorAll('li.chosen .passage .sentence')];
    return pieces.map((piece) => piece.textContent).join('');
  });
  assert.equal(read(sentences), sentence.trim(), "poppler reads the best sentence under the sentence's boxes");
  assert.ok(words.length > 0, "the question's words are marked");
  for (const { page, rect } of words) {
    const under = wordsIn(await knownWords(agreement, page), rect);
    assert.equal(under.length, 1, `one word under each box, here: ${under.map((word) => word.text).join(' ')}`);
    assert.match(under[0].text, /notice|terminat|convenience|need/i, 'a marked word is a word of the question');
    assert.ok(overlap(under[0].rect, rect) > 0.9, `the box is as wide as the word ${under[0].text}`);
  }
});

test('citation and quote are copied to the real clipboard by one key each', async () => {
  await window.key('c');
  await window.until('a message that it was copied', () => document.body.innerText.includes('Citation copied'));
  const citation = await display.clipboard();
  assert.match(citation, /17\.1/, 'the citation names the clause');
  const shown = await window.eval(() => document.querySelector('.citation').textContent.trim());
  assert.equal(citation, shown);
  await window.key('q');
  await window.until('a message that it was copied', () => document.body.innerText.includes('Quote copied'));
  const quote = await display.clipboard();
  assert.ok(quote.startsWith('“') && quote.includes(citation), `the quote carries its citation: ${quote}`);
});

test('arrow keys go through the hits, and the page follows', async () => {
  await window.key('Down');
  await window.until('the second hit', () => document.querySelectorAll('.hit')[1].ariaCurrent === 'true');
  assert.ok((await hits(window))[1].chosen);
  await boxInSight(window, 'sentence');
  await window.key('Up');
  await window.until('the first hit', () => document.querySelectorAll('.hit')[0].ariaCurrent === 'true');
  await boxInSight(window, 'sentence');
});

test('a question that nothing answers is told so', async () => {
  const head = () => document.querySelector('[data-asked]').innerText;
  assert.doesNotMatch(await window.eval(head), /^(Not found|Unsure)/, 'the question above has an answer');
  await ask(window, 'Who is the best pizza chef in Naples?');
  assert.match(await window.eval(head), /^Not found in these documents/);
  await ask(window, question);
});

test('words can be selected on the page and copied as text', async () => {
  await boxInSight(window, 'sentence');
  await pageAtRest(window, (await boxes(window, 'sentence'))[0].page);
  const line = await window.eval(() => {
    const mark = document.querySelector('.mark.sentence').getBoundingClientRect();
    return { left: mark.left, right: mark.right, y: (mark.top + mark.bottom) / 2 };
  });
  await display.xdotool('mousemove', Math.round(line.left + 2), Math.round(line.y), 'mousedown', 1);
  await display.xdotool('mousemove', Math.round((line.left + line.right) / 2), Math.round(line.y));
  await display.xdotool('mousemove', Math.round(line.right - 2), Math.round(line.y), 'mouseup', 1);
  await window.key('ctrl+c');
  await window.until('a message that it was copied', () => document.body.innerText.includes('Text copied'));
  const copied = await display.clipboard();
  const rect = (await boxes(window, 'sentence'))[0];
  const known = wordsIn(await knownWords(agreement, rect.page), rect.rect).map((word) => word.text);
  assert.ok(known.join(' ').includes(copied.trim().split(' ').slice(1, -1).join(' ')), `copied: ${copied}`);
  assert.ok(copied.trim().split(' ').length >= known.length - 2, `a whole line was selected: ${copied}`);
});
