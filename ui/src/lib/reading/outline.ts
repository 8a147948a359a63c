// An outline as it is listed: which entries have others below them, which are in sight, which one is being read.

import type { OutlineEntry } from '../types/OutlineEntry';
import type { Position } from './occurrences';

/** From this length on, an outline starts with its upper entries only. */
const LONG = 60;

/** Points that a scroll position may be above the entry that it was meant for: it is rounded to pixels. */
const ROUNDING = 4;

/** An entry as listed. */
export interface Row {
  /** Its place in the whole outline. */
  index: number;
  entry: OutlineEntry;
  /** Whether entries lie below it. */
  hasInner: boolean;
}

/** Whether the entry after this one lies below it. */
function hasInner(entries: readonly OutlineEntry[], index: number): boolean {
  return (entries[index + 1]?.level ?? 0) > (entries[index]?.level ?? 0);
}

/** The entries that are closed at first: in a long outline all but the outermost ones. */
export function closedAtFirst(entries: readonly OutlineEntry[]): number[] {
  if (entries.length <= LONG) return [];
  return [...entries.keys()].filter((index) => hasInner(entries, index));
}

/** The entries to list: none below a closed one. */
export function rowsOf(entries: readonly OutlineEntry[], closed: readonly number[]): Row[] {
  const rows: Row[] = [];
  let hiddenBelow = Infinity;
  entries.forEach((entry, index) => {
    if (entry.level > hiddenBelow) return;
    hiddenBelow = closed.includes(index) ? entry.level : Infinity;
    rows.push({ index, entry, hasInner: hasInner(entries, index) });
  });
  return rows;
}

/** The entry in whose part a position lies: the last of those that start furthest down before it. */
export function entryAt(entries: readonly OutlineEntry[], { page, y }: Position): number | null {
  let best: number | null = null;
  let [bestPage, bestY] = [-1, -1];
  entries.forEach((entry, index) => {
    if (entry.page === null) return;
    const top = entry.y ?? 0;
    const isBefore = entry.page < page || (entry.page === page && top <= y + ROUNDING);
    const isFurther = entry.page > bestPage || (entry.page === bestPage && top >= bestY);
    if (isBefore && isFurther) [best, bestPage, bestY] = [index, entry.page, top];
  });
  return best;
}

/** The listed row of an entry: its own, or that of the closed one it lies below. */
export function shownRow(rows: readonly Row[], index: number | null): number | null {
  return index === null ? null : (rows.findLast((row) => row.index <= index)?.index ?? null);
}
