import { describe, expect, it } from 'vitest';
import type { QuestionCount } from '../types/QuestionCount';
import type { QuestionView } from '../types/QuestionView';
import { byPassage, lastOffset, tallied } from './listing';

const of = (id: number, document: number, passage: number | null, passage_text = '') =>
  ({ id, document, passage, passage_text }) as QuestionView;
const vague = { code: 'vague', message: 'It asks for nothing in particular.' };
const person = { code: 'person', message: 'You set it aside.' };

describe('a list of questions', () => {
  it('shows a passage once, and names a document where its questions begin', () => {
    const groups = byPassage([of(1, 1, 10), of(2, 1, 10), of(3, 1, 11), of(4, 2, 20)]);
    expect(groups.map(({ first, questions }) => [first, questions.map(({ id }) => id)])).toEqual([
      [true, [1, 2]],
      [false, [3]],
      [true, [4]],
    ]);
  });

  it('keeps apart passages that are no longer there', () => {
    const groups = byPassage([of(1, 1, null, 'one'), of(2, 1, null, 'one'), of(3, 1, null, 'two')]);
    expect(groups.map(({ questions }) => questions.length)).toEqual([2, 1]);
  });

  it('ends with a page that has questions', () => {
    expect([0, 1, 50, 51, 100].map((total) => lastOffset(total, 50))).toEqual([0, 0, 0, 50, 50]);
  });
});

describe('the counts of a collection', () => {
  const counts: QuestionCount[] = [
    { origin: 'generator', rejected: null, count: 90, unplaced: 0 },
    { origin: 'generator', rejected: vague, count: 8, unplaced: 0 },
    { origin: 'generator', rejected: person, count: 1, unplaced: 0 },
    { origin: 'person', rejected: person, count: 2, unplaced: 1 },
  ];

  it('add up to all there are, whatever became of them', () => {
    const { total, used, origins, rejected, unplaced } = tallied(counts);
    expect([total, used, unplaced]).toEqual([101, 90, 1]);
    expect(origins.reduce((all, { used, unused }) => all + used + unused, 0)).toBe(total);
    expect(rejected).toEqual({ vague: 8, person: 3 });
  });

  it("name people's questions first, and leave out where none come from", () => {
    expect(tallied(counts).origins.map(({ origin }) => origin)).toEqual(['person', 'generator']);
  });
});
