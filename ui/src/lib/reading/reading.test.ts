import { describe, expect, it } from 'vitest';
import type { Occurrence } from '../types/Occurrence';
import type { OutlineEntry } from '../types/OutlineEntry';
import { boxesByPage, firstFrom, step } from './occurrences';
import { closedAtFirst, entryAt, rowsOf, shownRow } from './outline';

const rect = (y0: number) => ({ x0: 72, y0, x1: 100, y1: y0 + 10 });
const occurrence = (...places: [number, number][]): Occurrence => ({
  page: places[0]?.[0] ?? 0,
  label: '',
  before: '',
  text: '',
  after: '',
  boxes: places.map(([page, y]) => ({ page, rect: rect(y) })),
});

describe('what was found', () => {
  const all = [occurrence([0, 100]), occurrence([0, 700], [1, 50]), occurrence([4, 10])];

  it('is marked on both pages when a page break divides it', () => {
    const pages = boxesByPage(all);
    expect(pages.get(0)?.map(({ index }) => index)).toEqual([0, 1]);
    expect(pages.get(1)?.map(({ index }) => index)).toEqual([1]);
    expect(pages.get(2)).toBeUndefined();
  });

  it('starts at the place that is read, and at the top again after the last', () => {
    expect(firstFrom(all, { page: 0, y: 105 })).toBe(0);
    expect(firstFrom(all, { page: 0, y: 300 })).toBe(1);
    expect(firstFrom(all, { page: 1, y: 0 })).toBe(2);
    expect(firstFrom(all, { page: 9, y: 0 })).toBe(0);
    expect([step(2, 1, 3), step(0, -1, 3), step(0, 1, 0)]).toEqual([0, 2, 0]);
  });
});

describe('an outline', () => {
  const entry = (level: number, page: number | null, y: number | null = null): OutlineEntry => ({
    level,
    title: 'Fees',
    page,
    y,
  });
  const entries = [entry(0, 0), entry(1, 0, 300), entry(2, 1), entry(0, 5), entry(1, null)];

  it('hides what is below a closed entry', () => {
    expect(rowsOf(entries, []).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    const rows = rowsOf(entries, [0]);
    expect(rows.map(({ index }) => index)).toEqual([0, 3, 4]);
    expect(rows.map(({ hasInner }) => hasInner)).toEqual([true, true, false]);
  });

  it('starts closed only if it is long', () => {
    expect(closedAtFirst(entries)).toEqual([]);
    const long = Array.from({ length: 61 }, (_, index) => entry(index % 2, index));
    expect(rowsOf(long, closedAtFirst(long)).length).toBe(31);
  });

  it('marks the entry in whose part one reads, or the closed one above it', () => {
    expect(entryAt(entries, { page: 0, y: 200 })).toBe(0);
    expect(entryAt(entries, { page: 0, y: 299 }), 'a rounded scroll position').toBe(1);
    expect(entryAt(entries, { page: 4, y: 0 })).toBe(2);
    expect(entryAt([entry(0, 3)], { page: 1, y: 0 })).toBeNull();
    expect(shownRow(rowsOf(entries, [0]), 2)).toBe(0);
    expect(shownRow(rowsOf(entries, [0]), null)).toBeNull();
  });
});
