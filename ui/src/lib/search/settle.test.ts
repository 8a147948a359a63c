import { describe, expect, it } from 'vitest';
import { anchorOf, hold, placesOf, settle } from './settle';

/** A row that lies at a height, moved by its style, and notes where it was seen. */
function row(top: number, isConnected = true) {
  const seen: string[] = [];
  const style = { transition: '', transform: '' };
  const getBoundingClientRect = () => {
    seen.push(style.transform);
    return { top: top + Number(/-?\d+/.exec(style.transform)?.[0] ?? 0) };
  };
  const element = { style, isConnected, getBoundingClientRect } as unknown as HTMLElement;
  return { element, style, seen, moveTo: (to: number) => (top = to) };
}

describe('settle', () => {
  it('shows a row at its old place first, and lets it go to the new one', () => {
    const moved = row(100);
    const before = placesOf([moved.element]);
    moved.moveTo(40);
    settle(before);
    expect(moved.seen.at(-1)).toBe('translateY(60px)');
    expect(moved.style).toEqual({ transition: '', transform: '' });
  });

  it('goes on from where a row is while it still moves', () => {
    const moving = row(100);
    moving.style.transform = 'translateY(30px)';
    const before = placesOf([moving.element]);
    settle(before);
    expect(moving.seen.at(-1)).toBe('translateY(30px)');
  });

  it('leaves alone what is gone', () => {
    const gone = row(100, false);
    const before = placesOf([gone.element]);
    settle(before);
    expect(gone.seen).toEqual(['']);
  });
});

/** A list of rows of 50 pixels, 200 of which are in sight, as an element lays them out. */
function list(order: string[], chosen: string) {
  const style = { paddingTop: '', paddingBottom: '' };
  const pixels = (text: string) => Number.parseFloat(text) || 0;
  const height = () => 50 * order.length + pixels(style.paddingTop) + pixels(style.paddingBottom);
  const element = {
    style,
    clientHeight: 200,
    scrollTop: 0,
    getBoundingClientRect: () => ({ top: 0, bottom: 200 }),
    get scrollHeight() {
      return Math.max(200, height());
    },
  } as unknown as HTMLElement;
  const topOf = (name: string) => 50 * order.indexOf(name) + pixels(style.paddingTop) - element.scrollTop;
  const row = (name: string) =>
    ({
      offsetHeight: 50,
      isConnected: true,
      matches: () => name === chosen,
      getBoundingClientRect: () => ({ top: topOf(name) }),
    }) as unknown as HTMLElement;
  const rows = order.map(row);
  return { element, rows, topOf, sort: (sorted: string[]) => (order = sorted) };
}

describe('what is being read', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

  it('stays where it is on the screen, at the ends of the list too', () => {
    for (const [place, sorted] of [
      ['c', names.toReversed()],
      ['c', ['c', 'a', 'b', 'd', 'e', 'f', 'g', 'h']],
      ['a', [...names.slice(1), 'a']],
    ] as const) {
      const { element, rows, topOf, sort } = list(names, place);
      const before = topOf(place);
      const anchor = anchorOf(element, placesOf(rows));
      sort([...sorted]);
      hold(element, anchor);
      hold(element, anchor);
      expect(topOf(place), sorted.join('')).toBe(before);
    }
  });

  it('is the first row in sight where the chosen one is not', () => {
    const { element, rows, topOf, sort } = list(names, 'a');
    element.scrollTop = 100;
    const anchor = anchorOf(element, placesOf(rows));
    sort(['b', 'c', ...names.slice(3), 'a']);
    hold(element, anchor);
    expect([topOf('c'), element.scrollTop]).toEqual([0, 50]);
  });

  it('leaves no room behind for the next question', () => {
    const { element, rows, sort } = list(names, 'c');
    const anchor = anchorOf(element, placesOf(rows));
    sort(['c', 'a', 'b']);
    hold(element, anchor);
    expect(element.style.paddingTop).toBe('100px');
    hold(element, null);
    expect(element.style.paddingTop).toBe('');
  });
});
