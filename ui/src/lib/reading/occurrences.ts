// What was found in a document: which occurrence comes next, and the boxes on each page. Not for finding.

import type { Occurrence } from '../types/Occurrence';
import type { Rect } from '../types/Rect';

/** A box of an occurrence on one page. */
export interface FoundBox {
  /** Which occurrence it belongs to. */
  index: number;
  rect: Rect;
}

/** A position in a document: a page, and points from its top. */
export interface Position {
  page: number;
  y: number;
}

/** The boxes of all occurrences by page. An occurrence across a page break has some on both. */
export function boxesByPage(occurrences: readonly Occurrence[]): Map<number, FoundBox[]> {
  const pages = new Map<number, FoundBox[]>();
  occurrences.forEach(({ boxes }, index) => {
    for (const { page, rect } of boxes) {
      const onPage = pages.get(page);
      if (onPage) onPage.push({ index, rect });
      else pages.set(page, [{ index, rect }]);
    }
  });
  return pages;
}

/** The first occurrence at a position or after it; the first of all if there is none. */
export function firstFrom(occurrences: readonly Occurrence[], { page, y }: Position): number {
  const at = occurrences.findIndex(({ boxes: [first] }) => {
    return first !== undefined && (first.page > page || (first.page === page && first.rect.y1 > y));
  });
  return Math.max(0, at);
}

/** The next or previous one; after the last comes the first. */
export function step(at: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (at + by + count) % count;
}
