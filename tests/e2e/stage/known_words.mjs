// Where words stand on a page, by a reader that has nothing to do with ours: poppler's pdftotext.

import { run } from './process.mjs';

const WORD = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g;

/** Words of a page (counted from 0) with their boxes in points from the page's top left corner. */
export async function knownWords(path, page) {
  const number = String(page + 1);
  const output = await run('pdftotext', ['-bbox', '-cropbox', '-f', number, '-l', number, path, '-']);
  return [...output.matchAll(WORD)].map(([, x0, y0, x1, y1, text]) => ({
    text: plain(text),
    rect: { x0: Number(x0), y0: Number(y0), x1: Number(x1), y1: Number(y1) },
  }));
}

/** The words whose middle lies in a box. */
export function wordsIn(words, box) {
  return words.filter(({ rect }) => {
    const [x, y] = [(rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2];
    return x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1;
  });
}

/** Share of the narrower of two boxes' widths that both cover. */
export function overlap(a, b) {
  return (Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) / Math.min(a.x1 - a.x0, b.x1 - b.x0);
}

function plain(text) {
  const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#39;': "'" };
  return text.replace(/&\w+;|&#39;/g, (entity) => entities[entity] ?? entity);
}
