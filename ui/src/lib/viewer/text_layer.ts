// The words that lie, transparent, over a page's image so that they can be selected.

import type { WordView } from '../types/WordView';

/** Whether `b` is right of `a` on the same line. */
export function sameLine(a: WordView, b: WordView): boolean {
  const overlap = Math.min(a.rect.y1, b.rect.y1) - Math.max(a.rect.y0, b.rect.y0);
  const smaller = Math.min(a.rect.y1 - a.rect.y0, b.rect.y1 - b.rect.y0);
  return overlap > smaller / 2 && b.rect.x0 >= a.rect.x0;
}

/** Selected words as text: spaces inside lines, line feeds between them. */
export function joinWords(words: readonly WordView[]): string {
  return words.reduce((text, word, i) => {
    const before = words[i - 1];
    if (!before) return word.text;
    return text + (sameLine(before, word) ? ' ' : '\n') + word.text;
  }, '');
}

/** Measures how wide a text is at a size of one pixel, in the font the layer uses. */
export type Measure = (text: string) => number;

/** Style of a word's element, in points: placed on its box and stretched to its width. */
export function wordStyle(word: WordView, measure: Measure): string {
  const { x0, y0, x1, y1 } = word.rect;
  const size = y1 - y0;
  const natural = measure(word.text) * size;
  const stretch = natural > 0 ? (x1 - x0) / natural : 1;
  return `left:${x0}px;top:${y0}px;font-size:${size}px;transform:scaleX(${stretch.toFixed(4)})`;
}
