import { describe, expect, it } from 'vitest';
import { anchorAt, fitScale, GAP, imageScale, nextZoom, pageAt, pagesInSight, reveal, stack, yOf } from './stack';

const letter = (page: number) => ({ page, label: String(page + 1), width: 612, height: 792 });
const sizes = Array.from({ length: 300 }, (_, page) => letter(page));

describe('the stack of pages', () => {
  const all = stack(sizes, 1);

  it('leaves the same gap between all pages', () => {
    expect(all.tops[0]).toBe(GAP);
    expect(all.tops[1]).toBe(GAP + 792 + GAP);
    expect(all.height).toBe(GAP + 300 * (792 + GAP));
  });

  it('keeps only pages in sight and their neighbours', () => {
    expect(pagesInSight(all, 0, 700)).toEqual([0, 1]);
    expect(pagesInSight(all, all.tops[150] ?? 0, 700)).toEqual([149, 150, 151]);
    expect(pagesInSight(all, all.height - 700, 700)).toEqual([298, 299]);
    expect(pagesInSight(stack([], 1), 0, 700)).toEqual([]);
  });

  it('finds the page at every height it placed one', () => {
    for (const [page, top] of all.tops.entries()) expect(pageAt(all, top)).toBe(page);
  });

  it('puts a highlight in the upper part of the pane, and never scrolls past the end', () => {
    const rect = { x0: 72, y0: 600, x1: 300, y1: 612 };
    expect(reveal(all, 10, rect, 600)).toBe((all.tops[10] ?? 0) + 400);
    expect(reveal(all, 299, { ...rect, y0: 780, y1: 790 }, 600)).toBe(all.height - 600);
    expect(reveal(all, 0, { ...rect, y0: 20, y1: 30 }, 600)).toBe(0);
  });

  it('keeps the place when the scale changes', () => {
    const larger = stack(sizes, 1.7);
    const anchor = anchorAt(all, 50_000);
    const back = anchorAt(larger, yOf(larger, anchor));
    expect(back.page).toBe(anchor.page);
    expect(back.share).toBeCloseTo(anchor.share);
  });
});

describe('scales', () => {
  it('fits the usual page even when one is very wide', () => {
    const withPlan = [...sizes.slice(0, 20), { page: 20, label: '21', width: 2400, height: 1200 }];
    expect(fitScale(withPlan, 652, 20)).toBe(1);
  });

  it('renders at least as sharp as shown, in few steps, within bounds', () => {
    expect(imageScale(1.34, 1)).toBe(1.5);
    expect(imageScale(1.34, 2)).toBe(3);
    expect(imageScale(0.1, 1)).toBe(0.5);
    expect(imageScale(5, 3)).toBe(6);
  });

  it('steps through zooms and stops at the ends', () => {
    expect(nextZoom(1, 1)).toBe(1.1);
    expect(nextZoom(0.97, -1)).toBe(0.9);
    expect(nextZoom(4, 1)).toBe(4);
    expect(nextZoom(0.25, -1)).toBe(0.25);
  });
});
