// Text on the page in the real window: selected by the mouse, copied with its citation, highlighted with a note that
// is still there after a restart; and pages that are never blank.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDisplay } from './stage/display.mjs';
import { knownWords } from './stage/known_words.mjs';
import { until } from './stage/process.mjs';
import { add, copySelection, middle, onScreen, pageAtRest, pagesDrawn, press } from './stage/steps.mjs';
import { assets, openWindow } from './stage/window.mjs';

const agreement = join(assets, 'services-agreement.pdf');
/** A page of running text, counted from 0, and the number printed on it. */
const PAGE = 8;
const LABEL = '5';

let display, window, known;

before(async () => {
  display = await openDisplay();
  window = await openWindow(display);
  known = await knownWords(agreement, PAGE);
  await add(window, [agreement]);
});

after(async () => {
  await window?.close();
  await display?.close();
});

/** Opens the document at the page, and waits for its words. */
async function openPage() {
  await press(window, '[data-document] .name');
  await window.until('the pages', () => document.querySelector('.sheet'));
  await window.eval((label) => {
    const input = document.getElementById('page-number');
    input.value = label;
    input.form.requestSubmit();
  }, LABEL);
  await pageAtRest(window, PAGE);
}

/** The middle of a button of the bar at the selection, on the screen. */
async function middleOfButton(index) {
  const box = await window.eval((index) => {
    const { x, y, width, height } = document.querySelectorAll('.bar button')[index].getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, index);
  return box.map(Math.round);
}

/** Where a point of the page, in points, is on the screen. */
const screen = (x, y) => onScreen(window, PAGE, [x, y]);

/** Lines of words as poppler reads them: in order, a line ends where the next word is not beside it. */
function lines() {
  const lines = [];
  for (const word of known) {
    const last = lines.at(-1)?.at(-1);
    const beside = last && word.rect.x0 >= last.rect.x0 && Math.abs(word.rect.y0 - last.rect.y0) < 4;
    if (beside) lines.at(-1).push(word);
    else lines.push([word]);
  }
  return lines;
}

/** A long line with two more below it. */
function longLine() {
  const all = lines();
  const at = all.findIndex((line, i) => i > 3 && line.length > 7 && all[i + 1]?.length > 7 && all[i + 2]?.length > 3);
  return { all, at };
}

/** Scrolls until a word is in the middle of its pane: a drag near an edge scrolls the page, and takes other words. */
async function centre(word) {
  const [, y] = await screen(...middle(word));
  await window.eval((y) => {
    const pane = document.getElementById('pages');
    const { top, height } = pane.getBoundingClientRect();
    pane.scrollTop += y - (top + height / 2);
  }, y);
  const rests = async () => {
    const [, before] = await screen(...middle(word));
    await window.eval(() => new Promise(requestAnimationFrame));
    const [, after] = await screen(...middle(word));
    return before === after;
  };
  while (!(await rests()));
}

async function drag(from, to) {
  await display.xdotool('mousemove', ...from, 'mousedown', 1);
  await display.xdotool('mousemove', (from[0] + to[0]) >> 1, (from[1] + to[1]) >> 1);
  await display.xdotool('mousemove', ...to, 'mouseup', 1);
  await window.until('the bar at the selection', () => document.querySelector('.bar[role=toolbar]'));
}

/** Waits until the bar at the selection lies inside its pane. */
const barIsInside = () =>
  window.until('the bar inside its pane', () => {
    const bar = document.querySelector('.bar[role=toolbar]')?.getBoundingClientRect();
    const pane = document.getElementById('pages').getBoundingClientRect();
    return bar && bar.left >= pane.left && bar.right <= pane.right && bar.top >= pane.top && bar.bottom <= pane.bottom;
  });

const copied = async () => (await copySelection(window)).replaceAll('’', "'");

const text = (words) =>
  words
    .map((word) => word.text)
    .join(' ')
    .replaceAll('’', "'");

test('a drag takes the words of its lines, and nothing from the margin', async () => {
  await openPage();
  const { all, at } = longLine();
  const [first, second] = [all[at], all[at + 1]];
  await drag(await screen(...middle(first[2])), await screen(...middle(second[3])));
  await window.picture('selection-drag');
  assert.equal(await copied(), text([...first.slice(2), ...second.slice(0, 4)]));

  const edge = await screen(first.at(-1).rect.x1 + 8, middle(first[0])[1]);
  await drag(await screen(...middle(first[2])), edge);
  assert.equal(await copied(), text(first.slice(2)), 'a drag into the right margin stays on its line');
});

test('a double click takes a word, a triple click a sentence', async () => {
  const { all, at } = longLine();
  const word = all[at][3];
  const place = await screen(...middle(word));
  await display.xdotool('mousemove', ...place, 'click', '--repeat', 2, '--delay', 60, 1);
  await window.until('a word', () => document.querySelector('.mark.selected'));
  assert.equal(await copied(), text([word]));

  // A click elsewhere: three clicks more at the same place would be one more of five.
  await display.xdotool('mousemove', place[0] + 60, place[1] + 30, 'click', 1);
  await display.xdotool('mousemove', ...place, 'click', '--repeat', 3, '--delay', 60, 1);
  await window.until(
    'more than a word',
    (width) => {
      const boxes = [...document.querySelectorAll('.mark.selected')];
      return boxes.length > 1 || boxes[0]?.getBoundingClientRect().width > width * 3;
    },
    [40],
  );
  await window.picture('selection-sentence');
  await barIsInside();
  // Also where the line is at the lower end of the pane.
  await window.eval(() => {
    const pages = document.getElementById('pages');
    const line = [...document.querySelectorAll('.mark.selected')].at(-1).getBoundingClientRect();
    pages.scrollTop -= pages.getBoundingClientRect().bottom - line.bottom - 4;
  });
  await barIsInside();
  await window.picture('selection-bar-inside');
  const sentence = await copied();
  assert.ok(sentence.includes(word.text) && /[.;:]$/.test(sentence), `a whole sentence: ${sentence}`);
  assert.ok(sentence.split(' ').length > 5 && !/[.] [A-Z]/.test(sentence), `one sentence only: ${sentence}`);
});

test('a selection is copied with the citation of its place', async () => {
  // A web view lets a page copy only when a real hand clicks.
  await display.xdotool('mousemove', ...(await middleOfButton(1)), 'click', 1);
  await window.until('a message that it was copied', () => document.body.innerText.includes('Quote copied'));
  const quote = await display.clipboard();
  assert.match(quote, /^“.+” .+, p\. \d+.*, § \d+/s, `words, document, page and clause: ${quote}`);
});

test('a highlight is made with a note, and survives a restart', async () => {
  const { all, at } = longLine();
  const [first, second] = [all[at], all[at + 1]];
  await centre(first[1]);
  await drag(await screen(...middle(first[1])), await screen(...middle(second[2])));
  await window.eval(() => document.querySelectorAll('.bar button')[2].click());
  await window.until('the field for a note', () => document.activeElement?.matches('.card textarea'));
  await window.type('Ask the client about this.');
  await window.picture('highlight-note');
  await window.key('ctrl+Return');
  await window.until('the note to close', () => !document.querySelector('.card'));
  const { home } = window;
  await window.close({ keep: true });

  window = await openWindow(display, { home });
  await window.until('the document', () => document.querySelector("[data-status='ready']"));
  await openPage();
  const painted = await window.until('the highlight', () => document.querySelectorAll('.mark.yellow').length);
  assert.equal(painted, 2, 'one box for each line');
  await display.xdotool('mousemove', ...(await screen(...middle(first[3]))), 'click', 1);
  const note = await window.until('its note', () => document.querySelector('.card textarea')?.value);
  assert.equal(note, 'Ask the client about this.');
});

test('a removed highlight comes back with Undo, and is listed', async () => {
  await window.eval(() => document.querySelector('.card .quiet').click());
  await window.until('it to go', () => !document.querySelector('.mark.yellow'));
  await window.eval(() => document.querySelector('.removed button').click());
  await window.until('it to come back', () => document.querySelector('.mark.yellow'));
  await press(window, '[data-highlights]');
  const listed = await window.until(
    'the list',
    () => document.querySelector('[data-highlights] + section li')?.innerText,
  );
  assert.match(listed, /Ask the client about this\./);
  const isWhole = () => {
    const list = document.querySelector('[data-highlights] + section').getBoundingClientRect();
    const pane = document.querySelector('[data-highlights]').closest('[data-pane]').getBoundingClientRect();
    return list.left >= pane.left && list.right <= pane.right && list.bottom <= pane.bottom;
  };
  assert.ok(await window.eval(isWhole), 'a narrow pane holds the whole list');
  await window.picture('highlight-list');
  await press(window, '[data-highlights]');
});

test('the margins are cropped, or shown again, and this is remembered', async () => {
  const widths = () => {
    const sheet = document.querySelector('.sheet');
    return [sheet, sheet.querySelector('.paper')].map((one) => one.getBoundingClientRect().width);
  };
  const [cropped, paper] = await window.eval(widths);
  assert.ok(paper > cropped * 1.1, `the page is wider than what is shown of it: ${paper}, ${cropped}`);
  await press(window, '[data-fit-text]');
  await window.until(
    'whole pages',
    (paper) => {
      const sheet = document.querySelector('.sheet');
      const width = sheet.querySelector('.paper').getBoundingClientRect().width;
      return width < paper && Math.abs(width - sheet.getBoundingClientRect().width) < 1;
    },
    [paper],
  );
  assert.equal(await window.eval(() => localStorage.getItem('pincite.fit-text')), 'false');
  await press(window, '[data-fit-text]');
});

/** Pages in sight without a picture. */
const blank = () => {
  const pane = document.getElementById('pages').getBoundingClientRect();
  const sheets = [...document.querySelectorAll('.sheet')].filter((sheet) => {
    const box = sheet.getBoundingClientRect();
    return box.bottom > pane.top && box.top < pane.bottom;
  });
  return sheets.filter((sheet) => !sheet.querySelector('img')?.naturalWidth).map((sheet) => sheet.dataset.page);
};

test('no page is blank once a fast scroll rests, nor while the size changes', async () => {
  await window.eval(() => document.getElementById('pages').scrollTo({ top: 0 }));
  await pagesDrawn(window);
  for (let round = 0; round < 4; round += 1) {
    await window.eval(async () => {
      const pages = document.getElementById('pages');
      for (let step = 0; step < 20; step += 1) {
        pages.scrollTop += 140;
        await new Promise(requestAnimationFrame);
      }
    });
    await until('a picture of each page in sight', async () => (await window.eval(blank)).length === 0);
  }
  const seen = await window.eval(async () => {
    let lost = 0;
    for (const key of ['+', '+', '-', '-']) {
      const drawn = [...document.querySelectorAll('.sheet')].filter((sheet) => sheet.querySelector('img'));
      document.getElementById('pages').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      for (let frame = 0; frame < 6; frame += 1) {
        await new Promise(requestAnimationFrame);
        lost += drawn.filter((sheet) => sheet.isConnected && !sheet.querySelector('img')?.naturalWidth).length;
      }
    }
    return lost;
  });
  assert.equal(seen, 0, 'the old picture stays until the new one is there');
});
