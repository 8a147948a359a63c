// What a user does in the window, in a user's words.

import { basename } from 'node:path';

/** Middle of the window's left and middle panes, where the tests let files go. */
const PLACE = [420, 420];

/**
 * Drags files onto the window and drops them once the window shows that it sees them, as a person does. A drop that
 * comes earlier is lost. `holding` runs just before the drop, with the text that the window shows.
 */
export function drop(window, paths, holding = async () => undefined) {
  const curtain = () => document.querySelector('.overlay')?.textContent;
  const held = async () => holding(await window.until('the window to see the files', curtain));
  const gone = () => window.until('the window to take the files', () => !document.querySelector('.overlay'));
  return window.display.drop(paths, PLACE, held, gone);
}

/** Waits until documents are listed with a status. */
export function untilStatus(window, names, status, milliseconds = 120_000) {
  const wanted = names.map((name) => basename(name));
  const settled = (wanted, status) => {
    const rows = [...document.querySelectorAll('[data-document]')];
    const stateOf = (name) => rows.find((row) => row.dataset.file === name)?.dataset.status;
    return wanted.every((name) => stateOf(name) === status);
  };
  return window.until(`${wanted.join(', ')} to be ${status}`, settled, [wanted, status], milliseconds);
}

/** Drops documents on the window, and waits until they can be searched. */
export async function add(window, documents) {
  await drop(window, documents);
  await untilStatus(window, documents, 'ready');
}

/** Presses the first button, or whatever else, that a selector finds. */
export function press(window, selector) {
  return window.eval((selector) => document.querySelector(selector).click(), selector);
}

/** Gives a field another value, as a person who types or pastes does. */
export function fill(window, selector, value) {
  return setField(window, selector, value, 'input');
}

/** Chooses a value of a list, as a person does. */
export function choose(window, selector, value) {
  return setField(window, selector, value, 'change');
}

function setField(window, selector, value, event) {
  const set = (selector, value, event) => {
    const field = document.querySelector(selector);
    field.value = value;
    field.dispatchEvent(new Event(event, { bubbles: true }));
  };
  return window.eval(set, selector, value, event);
}

/** Types a question on the keyboard and waits for its answer; returns the hits as they are shown. */
export async function ask(window, question) {
  await window.eval(() => {
    const field = document.getElementById('question');
    field.focus();
    field.select();
    globalThis.entered = false;
    field.addEventListener('keydown', ({ key }) => (globalThis.entered ||= key === 'Enter'));
  });
  await window.type(question);
  await window.key('Return');
  // Keys arrive later than what is asked of the page here, and the same question may have an answer already.
  await window.until('the keys to arrive', () => globalThis.entered);
  await untilAnswered(window, question);
  return hits(window);
}

/** Waits until a question is answered and its first passage chosen. */
export async function untilAnswered(window, question) {
  const answered = (question) =>
    document.querySelector(".answer[aria-busy='false'] [data-asked]")?.dataset.asked === question;
  await window.until(`an answer to "${question}"`, answered, [question]);
  await window.until('the first hit to be chosen', () => document.querySelector(".hit[aria-current='true']"));
}

/** The hits as they are shown, each with the file name of its document. */
export function hits(window) {
  return window.eval(() => {
    const rows = [...document.querySelectorAll('[data-document]')];
    const files = new Map(rows.map((row) => [row.querySelector('.name')?.textContent.trim(), row.dataset.file]));
    const fileOf = (name) => files.get(name) ?? name;
    return [...document.querySelectorAll('.hit')].map((hit) => ({
      name: fileOf(hit.querySelector('.name').textContent.trim()),
      page: hit.querySelector('.page').textContent.trim(),
      text: hit.querySelector('.text').textContent.trim(),
      chosen: hit.getAttribute('aria-current') === 'true',
    }));
  });
}

/** Boxes of one kind painted on the pages in sight, in points, with the page (from 0) they are painted on. */
export async function boxes(window, kind) {
  await window.until('boxes to be painted', (kind) => document.querySelector(`.mark.${kind}`), [kind]);
  return window.eval((kind) => {
    const painted = [...document.querySelectorAll(`.mark.${kind}`)];
    return painted.map((mark) => {
      const sheet = mark.closest('.sheet');
      const [paper, box] = [mark.closest('.paper').getBoundingClientRect(), mark.getBoundingClientRect()];
      const pixels = new DOMMatrix(getComputedStyle(sheet.querySelector('.layers')).transform).a;
      const place = (value, start) => (value - start) / pixels;
      return {
        page: Number(sheet.dataset.page),
        rect: {
          x0: place(box.left, paper.left),
          y0: place(box.top, paper.top),
          x1: place(box.right, paper.left),
          y1: place(box.bottom, paper.top),
        },
      };
    });
  }, kind);
}

/** Waits until the images of all pages in sight are there, at the size of a page. */
export async function pagesDrawn(window) {
  await window.until('the images of the pages', () => {
    const images = [...document.querySelectorAll('.sheet')].map((sheet) => sheet.querySelector('img'));
    return images.length > 0 && images.every((image) => image?.complete && image.naturalWidth > 400);
  });
  await window.eval(() => Promise.all([...document.querySelectorAll('.sheet img')].map((image) => image.decode())));
}

/** Waits until a page (from 0) stands still with its picture and its words: before that the mouse misses what it aims at. */
export async function pageAtRest(window, page) {
  const hasWords = (page) => document.querySelector(`[data-page="${page}"] .words span`);
  await window.until('the page with its words', hasWords, [page]);
  await pagesDrawn(window);
  await window.eval(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let seen = null; seen !== document.getElementById('pages').scrollTop; await frame())
      seen = document.getElementById('pages').scrollTop;
  });
}

/** Where a point of a page (from 0), in points, is on the screen. */
export function onScreen(window, page, [x, y]) {
  return window.eval(
    (page, x, y) => {
      const paper = document.querySelector(`[data-page="${page}"] .paper`);
      const box = paper.getBoundingClientRect();
      const scale = new DOMMatrix(getComputedStyle(paper.querySelector('.layers')).transform).a;
      return [Math.round(box.left + x * scale), Math.round(box.top + y * scale)];
    },
    page,
    x,
    y,
  );
}

/** The middle of a box, in points. */
export const middle = ({ rect }) => [(rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2];

/** Copies what is selected with the key, and returns it once the window says so. */
export async function copySelection(window) {
  await window.until('the message before to go', () => !document.body.innerText.includes('Text copied'));
  await window.key('ctrl+c');
  await window.until('a message that it was copied', () => document.body.innerText.includes('Text copied'));
  return window.display.clipboard();
}

/** Whether a box painted of a kind lies inside the pane, so that the user sees it without scrolling. */
export function boxInSight(window, kind) {
  return window.until(
    `a ${kind} box in sight`,
    (kind) => {
      const pane = document.getElementById('pages')?.getBoundingClientRect();
      if (!pane) return false;
      return [...document.querySelectorAll(`.mark.${kind}`)].some((mark) => {
        const box = mark.getBoundingClientRect();
        return box.top >= pane.top && box.bottom <= pane.bottom && box.width > 0;
      });
    },
    [kind],
  );
}
