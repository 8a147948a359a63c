import { describe, expect, it } from 'vitest';
import { secondsLeft, shareDone } from './overall';

const over = (pages: number) => ({ pages, share: 1, over: true });
const waiting = { pages: 0, share: 0, over: false };

describe('the progress of several documents', () => {
  it('counts pages, not files', () => {
    expect(shareDone([over(10), { pages: 90, share: 0, over: false }])).toBeCloseTo(0.1);
    expect(shareDone([over(10), over(30), waiting])).toBeCloseTo(40 / 60);
    expect(shareDone([waiting, waiting])).toBe(0);
  });

  it('tells a time only when it is more than a guess', () => {
    const half = [over(50), waiting];
    expect(secondsLeft(half, 1)).toBeNull();
    expect(secondsLeft(half, 60)).toBeCloseTo(60);
    expect(secondsLeft([waiting], 60)).toBeNull();
  });
});
