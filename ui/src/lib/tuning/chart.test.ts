import { describe, expect, it } from 'vitest';
import { path, scale, smooth, span, ticks } from './chart';

describe('a line chart', () => {
  it('has a scale even for one value, or none', () => {
    for (const values of [[], [3], [3, 3]]) {
      const [low, high] = span(values);
      expect(high).toBeGreaterThan(low);
      expect(Number.isFinite(scale([low, high], [0, 100])(3))).toBe(true);
    }
  });

  it('puts the ends of the values at the ends of the picture', () => {
    const place = scale(span([2, 8, 5]), [100, 0]);
    expect([place(2), place(8)]).toEqual([100, 0]);
  });

  it('marks round numbers inside the span', () => {
    expect(ticks([0, 1], 4)).toEqual([0, 0.5, 1]);
    expect(ticks([61.3, 92.8], 4)).toEqual([70, 80, 90]);
    expect(ticks([0.11, 0.42], 3)).toEqual([0.2, 0.4]);
    for (const [low, high] of [[3, 3.001] as const, [-5, 1e6] as const]) {
      const marks = ticks([low, high], 4);
      expect(marks.length).toBeGreaterThan(0);
      expect(marks.every((mark) => mark >= low - 1e-9 && mark <= high + 1e-9)).toBe(true);
    }
  });

  it('draws through every point', () => {
    const line = path([
      { x: 0, y: 1 },
      { x: 2, y: 3.14 },
    ]);
    expect(line).toBe('M0.0 1.0L2.0 3.1');
  });

  it('smooths without inventing values or moving a constant', () => {
    expect(smooth([4, 4, 4])).toEqual([4, 4, 4]);
    const noisy = Array.from({ length: 48 }, (_, i) => (i % 2 ? 1 : 3));
    expect(smooth(noisy).slice(-4)).toEqual([2, 2, 2, 2]);
    expect(smooth([])).toEqual([]);
  });
});
