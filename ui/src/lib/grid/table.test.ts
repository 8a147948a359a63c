import { describe, expect, it } from 'vitest';
import type { GridCell } from '../types/GridCell';
import type { GridView } from '../types/GridView';
import type { Match } from '../types/Match';
import {
  ADDED,
  amendedBy,
  amendmentsOf,
  cellKey,
  matches,
  movedBy,
  nextOrder,
  says,
  tableOf,
  type Order,
  type Show,
} from './table';

const cell = (
  question: number,
  document: number,
  state: Match,
  presence: number,
  more: Partial<GridCell> = {},
): GridCell => ({
  ...{
    question,
    document,
    state,
    presence,
    current: true,
    problem: null,
    judged: null,
    rejected: [],
    others: [],
    is_learned: false,
  },
  answers: [
    { passage: 1, page: 0, page_label: '1', sentence: '', clause: null, citation: '', probability: null, value: null },
  ],
  ...more,
});

const cells = [
  cell(1, 1, 'found', 0.9),
  cell(1, 2, 'not_found', 0.1),
  cell(1, 3, 'unsure', 0.4),
  cell(2, 1, 'found', 0.8),
  cell(2, 2, 'unsure', 0.3, { judged: 'right' }),
];

const view: GridView = {
  ...{ id: 1, collection: 1, name: 'Review', state: 'done', problem: null, cells },
  questions: [1, 2].map((id) => ({ id, name: `Q${id}`, text: `Q${id}?` })),
  documents: ['b.pdf', 'c.pdf', 'a.pdf'].map((name, at) => ({
    id: at + 1,
    name,
    signature: null,
    contract: null,
    number: 0,
  })),
};

function shown(show: Show, order: Order = ADDED) {
  const byKey = new Map(cells.map((cell) => [cellKey(cell.question, cell.document), cell]));
  const isWanted = (cell: GridCell | undefined) => matches(show, cell, []);
  const table = tableOf(view, (question, document) => byKey.get(cellKey(question, document)), isWanted, order);
  return { documents: table.documents.map(({ id }) => id), questions: table.questions.map(({ id }) => id) };
}

describe('a review table', () => {
  it('leaves out rows and columns without a cell that is looked for', () => {
    expect(shown('all')).toEqual({ documents: [1, 2, 3], questions: [1, 2] });
    expect(shown('not_found')).toEqual({ documents: [2], questions: [1] });
    expect(shown('unsure'), 'what a person confirmed is no longer unsure').toEqual({
      documents: [3],
      questions: [1],
    });
    expect(shown('unjudged').documents).toEqual([1, 2, 3]);
  });

  it('is filtered by what its answers say', () => {
    const value = { kind: 'date' as const, written: 'the 1st day of July, 2027', normalised: '2027-07-01' };
    const answer = { passage: 1, page: 0, page_label: '1', clause: null, probability: null };
    const found = cell(1, 1, 'found', 0.9, {
      answers: [{ ...answer, sentence: 'It ends then.', citation: 'Lease, p. 1', value }],
    });
    for (const text of ['', ' ENDS ', 'lease', '2027-07', '1 July 2027']) expect(says(found, text), text).toBe(true);
    expect(says(found, 'August')).toBe(false);
    expect(says({ ...found, state: 'not_found' }, 'ends'), 'the nearest passage is no answer').toBe(false);
    expect(says(undefined, 'ends')).toBe(false);
  });

  it('has its questions in another order', () => {
    const three = [1, 2, 3].map((id) => ({ id, name: '', text: '' }));
    expect([movedBy(three, 1, 1), movedBy(three, 3, -5), movedBy(three, 2, 9), movedBy(three, 9, 1)]).toEqual([
      [2, 1, 3],
      [3, 1, 2],
      [1, 3, 2],
      [1, 2, 3],
    ]);
  });

  it('is sorted by name, or by the answers to a question', () => {
    expect(shown('all', { by: 'name' }).documents).toEqual([3, 1, 2]);
    expect(shown('all', { by: 'question', question: 1, best: true }).documents).toEqual([1, 3, 2]);
    expect(shown('all', { by: 'question', question: 1, best: false }).documents).toEqual([2, 3, 1]);
  });

  it('has each contract before its amendments, newest first, and says where one gives another answer', () => {
    const family: GridView = {
      ...view,
      documents: [
        { id: 1, name: 'First Amendment to Lease', signature: null, contract: 2, number: 1 },
        { id: 2, name: 'Lease', signature: null, contract: null, number: 0 },
        { id: 3, name: 'Second Amendment to Lease', signature: null, contract: 2, number: 2 },
        { id: 4, name: 'Loan', signature: null, contract: 9, number: 1 },
      ],
    };
    const table = tableOf(
      family,
      () => undefined,
      () => true,
      { by: 'family' },
    );
    expect(table.documents.map(({ id }) => id)).toEqual([2, 3, 1, 4]);
    const saying = (sentence: string, state: Match = 'found') => {
      const answer = {
        passage: 1,
        page: 0,
        page_label: '1',
        clause: null,
        citation: '',
        probability: null,
        value: null,
      };
      return cell(1, 1, state, 0.9, { answers: [{ ...answer, sentence }] });
    };
    const said = new Map([
      [1, saying('Sixty days.')],
      [2, saying('Thirty days.')],
      [3, saying('Ninety days.', 'unsure')],
    ]);
    const find = (_: number, document: number) => said.get(document);
    expect(amendedBy(amendmentsOf(family.documents).get(2) ?? [], find, 1, 2)?.id, 'the newest one is not sure').toBe(
      1,
    );
    said.set(1, saying('Thirty days.'));
    expect(amendedBy(amendmentsOf(family.documents).get(2) ?? [], find, 1, 2)).toBeUndefined();
  });

  it('turns round when the head of a column is pressed again, and back', () => {
    const first = nextOrder(ADDED, 2);
    const second = nextOrder(first, 2);
    expect([first, second, nextOrder(second, 2)]).toEqual([
      { by: 'question', question: 2, best: true },
      { by: 'question', question: 2, best: false },
      ADDED,
    ]);
  });
});
