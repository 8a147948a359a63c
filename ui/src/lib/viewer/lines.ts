// Where a point of a page lies among its lines of words. Lengths are in points. Not for what is selected.

import type { LineView } from '../types/LineView';
import type { PageView } from '../types/PageView';

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

/** The point between two columns belongs to the nearer one, even if only the other has a line at this height. */
const ASIDE = 2;
/** Of two lines at the same height the nearer one wins, but a nearer height counts more. */
const ALONG = 0.01;

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
  return alongLine(page, line, x);
}

function alongLine(page: PageView, line: LineView, x: number): Words {
  for (let at = line.start; at < line.end; at += 1) {
    const rect = page.words[at]?.rect;
    if (!rect || x > rect.x1) continue;
    return x < rect.x0 ? gap(at) : { start: at, end: at + 1 };
  }
  return gap(line.end);
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
