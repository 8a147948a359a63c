import { describe, expect, it } from 'vitest';
import { excerpt } from './pieces';

const plain = (text: string) => ({ text, sentence: false, matched: false });
const best = (text: string) => ({ text, sentence: true, matched: false });
const textOf = (pieces: { text: string }[]) => pieces.map(({ text }) => text).join('');

describe('an excerpt', () => {
  it('keeps a passage that starts near its best sentence', () => {
    const pieces = [plain('Short lead. '), best('The answer.'), plain(' More.')];
    expect(excerpt(pieces, 90)).toEqual(pieces);
  });

  it('cuts a long lead at a word and says so', () => {
    const short = excerpt([plain('word '.repeat(100)), best('The answer.')], 90);
    expect(textOf(short)).toMatch(/^… (word )+The answer\.$/);
    expect(textOf(short).length).toBeLessThan(110);
  });

  it('keeps matched words of the lead as pieces of their own', () => {
    const pieces = [plain('x '.repeat(100)), { ...plain('fee'), matched: true }, plain(' is due. '), best('Pay.')];
    expect(excerpt(pieces, 90).map(({ matched }) => matched)).toEqual([false, true, false, false]);
  });

  it('is the whole passage where no sentence stands out', () => {
    const pieces = [plain('a '.repeat(200))];
    expect(excerpt(pieces, 90)).toEqual(pieces);
  });
});
