import { describe, expect, it } from 'vitest';
import { joinWords, wordStyle } from './text_layer';

const word = (text: string, x0: number, y0: number) => ({
  text,
  rect: { x0, y0, x1: x0 + 6 * text.length, y1: y0 + 12 },
});

describe('selected words', () => {
  it('join with spaces in a line and line feeds between lines', () => {
    const words = [word('The', 72, 100), word('Supplier', 100, 100), word('shall', 72, 114)];
    expect(joinWords(words)).toBe('The Supplier\nshall');
  });

  it('join across a small raise, as of a footnote mark', () => {
    expect(joinWords([word('term', 72, 100), word('2', 98, 97)])).toBe('term 2');
  });

  it('start a new line at the top of the next column', () => {
    expect(joinWords([word('end', 72, 700), word('start', 320, 100)])).toBe('end\nstart');
  });

  it('are none for an empty selection', () => {
    expect(joinWords([])).toBe('');
  });
});

it('a word is stretched to the width of its box', () => {
  const style = wordStyle(word('ab', 10, 20), () => 0.5);
  expect(style).toBe('left:10px;top:20px;font-size:12px;transform:scaleX(2.0000)');
});
