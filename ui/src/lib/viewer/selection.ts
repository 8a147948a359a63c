// Words selected by a drag over pages: which they are, their boxes and their text. Not for finding a word (`lines`).

import type { LineView } from '../types/LineView';
import type { PageView } from '../types/PageView';
import type { Rect } from '../types/Rect';
import type { WordRange } from '../types/WordRange';
import { courseOf, type Words } from './lines';

/** A position between two words: before the word of this number, from 0. */
export interface Position {
  page: number;
  word: number;
}

/** Everything from one position to another in reading order, across pages. */
export interface Span {
  start: Position;
  end: Position;
}

/** A loaded page. */
export type PageOf = (page: number) => PageView | undefined;

export function spanOn(page: number, { start, end }: Words): Span {
  return { start: { page, word: start }, end: { page, word: end } };
}

/** From the first word of the first range to the last word of the last one. */
export function spanOf(ranges: readonly WordRange[]): Span | null {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return null;
  return { start: { page: first.page, word: first.start }, end: { page: last.page, word: last.end } };
}

/** What lies between two spans, with both. */
export function union(a: Span, b: Span): Span {
  return {
    start: isBefore(a.start, b.start) ? a.start : b.start,
    end: isBefore(a.end, b.end) ? b.end : a.end,
  };
}

export const isEmpty = ({ start, end }: Span) => !isBefore(start, end);

function isBefore(a: Position, b: Position): boolean {
  return a.page < b.page || (a.page === b.page && a.word < b.word);
}

/** The selected words of one page. */
export function wordsOn({ start, end }: Span, page: PageView): Words {
  return {
    start: page.page < start.page ? page.words.length : page.page > start.page ? 0 : start.word,
    end: page.page > end.page ? 0 : page.page < end.page ? page.words.length : end.word,
  };
}

/** Selected lines of a page. Running heads and page numbers count only where nothing else is selected. */
function linesOn(span: Span, page: PageView): { line: LineView; words: Words }[] {
  const all = wordsOn(span, page);
  const lines = page.lines
    .map((line) => ({ line, words: { start: Math.max(all.start, line.start), end: Math.min(all.end, line.end) } }))
    .filter(({ words }) => words.start < words.end);
  const text = lines.filter(({ line }) => line.role !== 'running');
  return text.length > 0 || span.start.page !== span.end.page ? text : lines;
}

/** One box for each selected line of a page, in points. More where Latin and Arabic words leave others between them. */
export function boxesOn(span: Span, page: PageView): Rect[] {
  return linesOn(span, page).flatMap(({ line, words }) => boxesOf(page, line, words));
}

function boxesOf(page: PageView, line: LineView, words: Words): Rect[] {
  const rects = (start: number, end: number) => page.words.slice(start, end).map(({ rect }) => rect);
  const others = [...rects(line.start, words.start), ...rects(words.end, line.end)];
  const isDown = courseOf(page, line) === 'down';
  const boxes: Rect[] = [];
  for (const { x0, x1, y0, y1 } of rects(words.start, words.end)) {
    const rect = isDown
      ? { x0: line.rect.x0, x1: line.rect.x1, y0, y1 }
      : { x0, x1, y0: line.rect.y0, y1: line.rect.y1 };
    const last = boxes.at(-1);
    const both = last && around(last, rect);
    if (both && !others.some((other) => holdsMiddle(both, other))) boxes[boxes.length - 1] = both;
    else boxes.push(rect);
  }
  return boxes;
}

const around = (a: Rect, b: Rect): Rect => ({
  x0: Math.min(a.x0, b.x0),
  y0: Math.min(a.y0, b.y0),
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1),
});

function holdsMiddle(box: Rect, { x0, y0, x1, y1 }: Rect): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return box.x0 < x && x < box.x1 && box.y0 < y && y < box.y1;
}

const pagesOf = ({ start, end }: Span) => Array.from({ length: end.page - start.page + 1 }, (_, i) => start.page + i);

/** The selected words as runs on their pages. */
export function rangesOf(span: Span, pageOf: PageOf): WordRange[] {
  const ranges: WordRange[] = [];
  for (const page of pagesOf(span)) {
    const view = pageOf(page);
    for (const { words } of view ? linesOn(span, view) : []) {
      const last = ranges.at(-1);
      if (last?.page === page && last.end === words.start) last.end = words.end;
      else ranges.push({ page, ...words });
    }
  }
  return ranges;
}

/** The selected words as text: lines of a paragraph are joined, and each row of a table has its own line. */
export function textOf(span: Span, pageOf: PageOf): string {
  let text = '';
  let before: { line: LineView; page: number } | null = null;
  for (const page of pagesOf(span)) {
    const view = pageOf(page);
    for (const { line, words } of view ? linesOn(span, view) : []) {
      if (before) text += between(before.line, line, before.page === page);
      text += view ? wordsText(view, words) : '';
      before = { line, page };
    }
  }
  return text;
}

/** Words as text, with the spaces between them: Chinese and Japanese have none. */
export function wordsText(page: PageView, { start, end }: Words): string {
  const words = page.words.slice(start, end);
  return words.map(({ text, joins_next }, i) => (joins_next || i === words.length - 1 ? text : `${text} `)).join('');
}

/** A paragraph that ends at the foot of a page may go on overleaf: nothing tells, so it does. */
function between(above: LineView, line: LineView, samePage: boolean): string {
  if (above.joins_next) return '';
  const isRow = above.role === 'row' || line.role === 'row';
  return isRow || (samePage && above.block !== line.block) ? '\n' : ' ';
}
