import { describe, expect, it } from 'vitest';
import { receiptText, secondsLeft, shareDone } from './adding';

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

it('says in one line what became of the files, and nothing of what did not happen', () => {
  expect(receiptText({ added: 4, here: 1, unread: 2 })).toBe('4 added, 1 already here, 2 could not be read');
  expect(receiptText({ added: 1, here: 0, unread: 0 })).toBe('1 added');
  expect(receiptText({ added: 0, here: 0, unread: 0 })).toBe('No PDF files found');
});
