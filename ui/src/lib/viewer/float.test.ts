import { describe, expect, it } from 'vitest';
import { beside } from './float';

const view = { left: 0, top: 1000, width: 500, height: 400 };
const bar = { width: 300, height: 40 };
const line = (top: number, end = 250) => ({ top, bottom: top + 14, end });

describe('what belongs to a line of a page', () => {
  it('lies below the line, around its end', () => {
    expect(beside(line(1100), bar, view)).toEqual({ x: 100, y: 1120 });
  });

  it('stays inside the pane on both sides, also where a large page is scrolled sideways', () => {
    expect(beside(line(1100, 490), bar, view).x).toBe(194);
    expect(beside(line(1100, 10), bar, view).x).toBe(6);
    expect(beside(line(1100, 900), bar, { ...view, left: 300 }).x).toBe(494);
  });

  it('lies above a line at the lower end of the pane', () => {
    expect(beside(line(1380), bar, view).y).toBe(1334);
  });

  it('lies at the lower edge where there is no room above either', () => {
    expect(beside(line(1200), { width: 300, height: 380 }, view).y).toBe(1014);
  });

  it('scrolls away with its line', () => {
    expect(beside(line(2000), bar, view).y).toBe(2020);
  });
});
