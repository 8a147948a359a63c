import { describe, expect, it } from 'vitest';
import type { LineView } from '../types/LineView';
import type { PageView } from '../types/PageView';
import { wordsAt } from './lines';
import { boxesOn, isEmpty, rangesOf, spanOf, spanOn, textOf, union, type Span } from './selection';

interface Line {
  text: string;
  x: number;
  y: number;
  block?: number;
  role?: LineView['role'];
}

/** Lines of words that are 30 points wide, with 10 points between them; a line is 10 points high. */
function pageOf(page: number, lines: Line[]): PageView {
  const view: PageView = { page, label: '', width: 600, height: 800, words: [], lines: [] };
  for (const { text, x, y, block = 0, role = 'text' } of lines) {
    const start = view.words.length;
    const words = text.replace(/-$/, '').split(' ');
    view.words.push(
      ...words.map((text, i) => ({ text, rect: { x0: x + 40 * i, y0: y, x1: x + 40 * i + 30, y1: y + 10 } })),
    );
    const rect = { x0: x, y0: y, x1: x + 40 * words.length - 10, y1: y + 10 };
    view.lines.push({ start, end: view.words.length, rect, block, role, joins_next: text.endsWith('-') });
  }
  return view;
}

/** A drag from one point to another, on the same page or on two. */
function drag(from: [PageView, number, number], to: [PageView, number, number]): Span {
  const at = ([page, x, y]: [PageView, number, number]) =>
    spanOn(page.page, wordsAt(page, x, y) ?? { start: 0, end: 0 });
  return union(at(from), at(to));
}

const text = (span: Span, ...pages: PageView[]) => textOf(span, (page) => pages.find((one) => one.page === page));

const plain = pageOf(0, [
  { text: 'one two three four', x: 100, y: 100 },
  { text: 'five six seven eight', x: 100, y: 116 },
  { text: 'nine ten', x: 100, y: 132 },
]);

describe('a drag', () => {
  it('takes the words from where it starts to where it ends', () => {
    expect(text(drag([plain, 145, 104], [plain, 150, 120]), plain)).toBe('two three four five six');
  });

  it('is the same backwards', () => {
    expect(drag([plain, 150, 120], [plain, 145, 104])).toEqual(drag([plain, 145, 104], [plain, 150, 120]));
  });

  it('into the right margin takes the rest of its own line and no more', () => {
    expect(text(drag([plain, 145, 104], [plain, 590, 104]), plain)).toBe('two three four');
    expect(text(drag([plain, 105, 136], [plain, 590, 136]), plain), 'a short line too').toBe('nine ten');
  });

  it('into the left margin takes nothing of that line', () => {
    expect(text(drag([plain, 145, 104], [plain, 5, 120]), plain)).toBe('two three four');
  });

  it('below the last line takes all up to the end, and nothing above its start', () => {
    expect(text(drag([plain, 150, 120], [plain, 20, 700]), plain)).toBe('six seven eight nine ten');
  });

  it('above the first line takes all up to the start', () => {
    expect(text(drag([plain, 150, 120], [plain, 500, 5]), plain)).toBe('one two three four five six');
  });

  it('between two words only is empty', () => {
    expect(isEmpty(drag([plain, 135, 104], [plain, 135, 104]))).toBe(true);
    expect(wordsAt(pageOf(0, []), 10, 10), 'a page without words has no place').toBeNull();
  });
});

describe('columns', () => {
  const page = pageOf(0, [
    { text: 'a heading over both columns of it', x: 50, y: 50, block: 1 },
    { text: 'left one', x: 50, y: 100, block: 2 },
    { text: 'left two', x: 50, y: 116, block: 2 },
    { text: 'right one', x: 320, y: 100, block: 3 },
    { text: 'right two', x: 320, y: 116, block: 3 },
    { text: 'right three', x: 320, y: 132, block: 3 },
  ]);

  it('stay apart: a drag down in one takes nothing of the other', () => {
    expect(text(drag([page, 55, 105], [page, 120, 120]), page)).toBe('left one left two');
    expect(text(drag([page, 325, 105], [page, 390, 136]), page)).toBe('right one right two right three');
  });

  it('stay apart below the end of the shorter one', () => {
    expect(text(drag([page, 55, 105], [page, 120, 150]), page)).toBe('left one left two');
  });

  it('follow the reading order from one to the next', () => {
    expect(text(drag([page, 95, 120], [page, 325, 105]), page)).toBe('two\nright');
  });
});

describe('pages', () => {
  const first = pageOf(4, [
    { text: 'the supplier shall pay the termi-', x: 100, y: 700, block: 3 },
    { text: 'page 5', x: 280, y: 770, block: 4, role: 'running' },
  ]);
  const second = pageOf(5, [
    { text: 'Services Agreement', x: 100, y: 20, block: 0, role: 'running' },
    { text: 'nation charges', x: 100, y: 80, block: 1 },
    { text: 'next paragraph', x: 100, y: 110, block: 2 },
  ]);
  const span = drag([first, 145, 704], [second, 145, 84]);

  it('are joined without running heads, and a hyphenated word is whole', () => {
    expect(text(span, first, second)).toBe('supplier shall pay the termination charges');
    const ranges = rangesOf(span, (page) => [first, second].find((one) => one.page === page));
    expect(ranges).toEqual([
      { page: 4, start: 1, end: 6 },
      { page: 5, start: 2, end: 4 },
    ]);
    expect(spanOf(ranges)).toEqual(span);
  });

  it('give a running head when only that is selected', () => {
    expect(text(drag([second, 105, 25], [second, 150, 25]), second)).toBe('Services Agreement');
  });

  it('have one box for each selected line', () => {
    expect(boxesOn(span, first)).toEqual([{ x0: 140, y0: 700, x1: 330, y1: 710 }]);
    expect(boxesOn(span, second)).toEqual([{ x0: 100, y0: 80, x1: 170, y1: 90 }]);
  });
});

it('paragraphs and rows of a table have lines of their own', () => {
  const page = pageOf(0, [
    { text: 'one two', x: 100, y: 100, block: 1 },
    { text: 'three', x: 100, y: 116, block: 1 },
    { text: 'rent 12', x: 100, y: 140, block: 2, role: 'row' },
    { text: 'fees 7', x: 100, y: 156, block: 2, role: 'row' },
  ]);
  expect(text(drag([page, 105, 105], [page, 500, 160]), page)).toBe('one two three\nrent 12\nfees 7');
});

/** Words at their places on one line each, from `x0` to `x1` on lines 10 points high, or from `y0` to `y1` on columns. */
function placed(lines: { words: [string, number, number][]; y?: number; x?: number }[]): PageView {
  const view: PageView = { page: 0, label: '', width: 600, height: 800, words: [], lines: [] };
  for (const { words, y = 0, x } of lines) {
    const start = view.words.length;
    const rects = words.map(([, from, to]) =>
      x === undefined ? { x0: from, y0: y, x1: to, y1: y + 10 } : { x0: x, y0: from, x1: x + 10, y1: to },
    );
    view.words.push(...words.map(([text], i) => ({ text, rect: rects[i] ?? { x0: 0, y0: 0, x1: 0, y1: 0 } })));
    const rect = {
      x0: Math.min(...rects.map(({ x0 }) => x0)),
      y0: Math.min(...rects.map(({ y0 }) => y0)),
      x1: Math.max(...rects.map(({ x1 }) => x1)),
      y1: Math.max(...rects.map(({ y1 }) => y1)),
    };
    view.lines.push({ start, end: view.words.length, rect, block: 0, role: 'text', joins_next: false });
  }
  return view;
}

describe('lines that run to the left', () => {
  const page = placed([
    {
      y: 100,
      words: [
        ['حرر', 270, 300],
        ['Noria', 180, 210],
        ['Trading', 220, 260],
        ['بين', 140, 170],
        ['طرفين', 100, 130],
      ],
    },
    { y: 116, words: [['خاتمة', 250, 300]] },
  ]);

  it('are selected in the order in which they are read', () => {
    expect(text(drag([page, 285, 105], [page, 150, 105]), page)).toBe('حرر Noria Trading بين');
    expect(text(drag([page, 155, 105], [page, 5, 105]), page), 'into the left margin').toBe('بين طرفين');
    expect(text(drag([page, 590, 105], [page, 285, 105]), page), 'from the right margin').toBe('حرر');
    expect(text(drag([page, 105, 105], [page, 5, 121]), page), 'a line of one word').toBe('طرفين خاتمة');
  });

  it('have boxes on the words that are selected and on no others', () => {
    const line = (x0: number, x1: number) => ({ x0, y0: 100, x1, y1: 110 });
    expect(boxesOn(drag([page, 285, 105], [page, 150, 105]), page)).toEqual([line(140, 300)]);
    const first = spanOn(0, { start: 0, end: 2 });
    expect(boxesOn(first, page), 'a word that is not selected lies between').toEqual([line(270, 300), line(180, 210)]);
  });
});

describe('lines that run down', () => {
  const column = (x: number, letters: string) => ({
    x,
    words: [...letters].map((letter, i): [string, number, number] => [letter, 100 + 10 * i, 110 + 10 * i]),
  });
  const page = placed([column(300, '第五条秘密'), column(284, '甲及乙契約')]);
  for (const word of page.words) word.joins_next = true;
  for (const line of page.lines) line.joins_next = true;

  it('are selected from the top, and from right to left', () => {
    expect(text(drag([page, 305, 125], [page, 289, 115]), page)).toBe('条秘密甲及');
    expect(text(drag([page, 289, 105], [page, 289, 700]), page), 'below their end').toBe('甲及乙契約');
  });

  it('have one box for each line', () => {
    expect(boxesOn(drag([page, 305, 125], [page, 289, 115]), page)).toEqual([
      { x0: 300, y0: 120, x1: 310, y1: 150 },
      { x0: 284, y0: 100, x1: 294, y1: 120 },
    ]);
  });
});
