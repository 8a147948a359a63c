// Where a point of a page lies among its lines of words. Lengths are in points. Not for what is selected.

import type { LineView } from '../types/LineView';
import type { PageView } from '../types/PageView';
import type { Rect } from '../types/Rect';

/** Lines that stand one under the other, in reading order. */
interface Column {
  x0: number;
  x1: number;
  lines: LineView[];
}

/** Words `start` up to `end`, without it; none between two words if both are the same. */
export interface Words {
  start: number;
  end: number;
}

/** Where the words of a line lead: in Arabic and Hebrew to the left, in some Chinese and Japanese down. */
export type Course = 'right' | 'left' | 'down';

/** The point between two columns belongs to the nearer one, even if only the other has a line at this height. */
const ASIDE = 2;
/** Of two lines at the same height the nearer one wins, but a nearer height counts more. */
const ALONG = 0.01;

/** Letters of scripts that run to the left. */
const TO_THE_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const known = new WeakMap<PageView, Column[]>();

/** The word at a point, or the gap before or after the nearest one; null on a page without words. */
export function wordsAt(page: PageView, x: number, y: number): Words | null {
  let best: { column: Column; line: LineView; distance: number } | null = null;
  for (const column of columnsOf(page)) {
    for (const line of column.lines) {
      const aside = ASIDE * outside(x, column.x0, column.x1) + ALONG * outside(x, line.rect.x0, line.rect.x1);
      const distance = outside(y, line.rect.y0, line.rect.y1) + aside;
      if (!best || distance < best.distance) best = { column, line, distance };
    }
  }
  if (!best) return null;
  const { column, line } = best;
  if (y > line.rect.y1 && line === column.lines.at(-1)) return gap(line.end);
  if (y < line.rect.y0 && line === column.lines[0]) return gap(line.start);
  return alongLine(page, line, { x, y });
}

/** The nearest word of a line if the point is on it, or else the gap on the side where the point lies. */
function alongLine(page: PageView, line: LineView, point: { x: number; y: number }): Words {
  const course = courseOf(page, line);
  const along = course === 'down' ? point.y : course === 'left' ? -point.x : point.x;
  let nearest = { at: line.start, distance: Infinity, before: true };
  for (let at = line.start; at < line.end; at += 1) {
    const rect = page.words[at]?.rect;
    if (!rect) continue;
    const [from, to] = extent(rect, course);
    const distance = outside(along, from, to);
    if (distance < nearest.distance) nearest = { at, distance, before: along < from };
  }
  const { at, distance, before } = nearest;
  return distance === 0 ? { start: at, end: at + 1 } : gap(before ? at : at + 1);
}

/** Where a word starts and ends on the course of its line. */
function extent({ x0, x1, y0, y1 }: Rect, course: Course): [number, number] {
  return course === 'down' ? [y0, y1] : course === 'left' ? [-x1, -x0] : [x0, x1];
}

/** How most words of a line follow each other. */
export function courseOf(page: PageView, line: LineView): Course {
  const words = page.words.slice(line.start, line.end);
  let [left, right, down] = [0, 0, 0];
  for (const [i, { rect }] of words.slice(1).entries()) {
    const before = words[i]?.rect ?? rect;
    const aside = rect.x0 + rect.x1 - before.x0 - before.x1;
    if (Math.abs(rect.y0 + rect.y1 - before.y0 - before.y1) > Math.abs(aside)) down += 1;
    else if (aside < 0) left += 1;
    else right += 1;
  }
  if (down > left + right) return 'down';
  return left > right || (words.length === 1 && TO_THE_LEFT.test(words[0]?.text ?? '')) ? 'left' : 'right';
}

const gap = (at: number): Words => ({ start: at, end: at });
const outside = (value: number, from: number, to: number) => Math.max(from - value, 0, value - to);

/** A line that starts higher up, or beside the lines before, begins another column. */
function columnsOf(page: PageView): Column[] {
  const found = known.get(page);
  if (found) return found;
  const columns: Column[] = [];
  for (const line of page.lines) {
    const column = columns.at(-1);
    if (column && goesOn(column, line)) {
      column.lines.push(line);
      column.x0 = Math.min(column.x0, line.rect.x0);
      column.x1 = Math.max(column.x1, line.rect.x1);
    } else columns.push({ x0: line.rect.x0, x1: line.rect.x1, lines: [line] });
  }
  known.set(page, columns);
  return columns;
}

function goesOn(column: Column, { rect }: LineView): boolean {
  const last = column.lines.at(-1)?.rect;
  return !!last && rect.y0 > last.y0 - (last.y1 - last.y0) && rect.x0 < column.x1 && column.x0 < rect.x1;
}
