import { describe, expect, it } from 'vitest';
import { placesOf, settle } from './settle';

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
