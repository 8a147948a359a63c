import { describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import type { Backend } from '../backend/interface';
import type { GridCell } from '../types/GridCell';
import type { GridView } from '../types/GridView';
import type { Judging } from '../types/Judging';
import { Grids } from './grids.svelte';
import { Notices } from './notices.svelte';

const cell = (question: number, document: number, more: Partial<GridCell> = {}): GridCell => ({
  ...{
    question,
    document,
    state: 'found',
    presence: null,
    current: true,
    answers: [],
    problem: null,
    judged: null,
    rejected: [],
    others: [],
    is_learned: false,
  },
  ...more,
});

const view: GridView = {
  ...{ id: 7, collection: 1, name: 'Review', state: 'running', problem: null, cells: [cell(1, 1)] },
  questions: [1, 2].map((id) => ({ id, name: `Q${id}`, text: `Q${id}?` })),
  documents: [1, 2].map((id) => ({ id, name: `${id}.pdf`, signature: null, contract: null, number: 0 })),
};

const summary = { id: 7, collection: 1, name: 'Review', state: 'running', problem: null } as const;

async function opened(answers: Partial<Backend> = {}) {
  const counts = { ...summary, questions: 2, documents: 2, filled: 1 };
  const backend = { ...fixture, grids: async () => [counts], grid: async () => view, ...answers };
  const notices = new Notices();
  let marks = 0;
  const grids = new Grids(backend, notices, () => (marks += 1));
  await grids.showCollection(1);
  await grids.start();
  return { grids, notices, marks: () => marks };
}

const filled = (cell: GridCell, seconds_left: number | null) =>
  ({ type: 'grid', data: { grid: 7, collection: 1, cell, done: 2, total: 4, seconds_left } }) as const;

describe('review tables', () => {
  it('open the last one, and the form for a new one if there is none', async () => {
    const { grids } = await opened();
    expect([grids.view?.id, grids.making, grids.filled, grids.total]).toEqual([7, false, 1, 4]);
    const { grids: none } = await opened({ grids: async () => [] });
    expect([none.view, none.making]).toEqual([null, true]);
  });

  it('show each cell as it is filled, and those of no other table', async () => {
    const { grids } = await opened();
    grids.handle(filled(cell(1, 2), 12));
    expect([grids.filled, grids.secondsLeft, grids.active]).toEqual([2, 12, true]);
    const other = filled(cell(2, 1), 3);
    grids.handle({ ...other, data: { ...other.data, grid: 8 } });
    expect([grids.find(2, 1), grids.secondsLeft]).toEqual([undefined, 12]);
  });

  it('do not count an answer that is out of date as filled', async () => {
    const { grids } = await opened({ grid: async () => ({ ...view, cells: [cell(1, 1, { current: false })] }) });
    expect(grids.filled).toBe(0);
  });

  it('take back a judgement that is given twice, and tell that marks changed', async () => {
    const said: Judging[] = [];
    const judgeCell: Backend['judgeCell'] = async (_grid, judging) => {
      said.push(judging);
      return { cell: cell(judging.question, judging.document, { judged: judging.judged }), changed: [] };
    };
    const { grids, marks } = await opened({ judgeCell });
    await grids.judge('right');
    expect(said, 'no cell is chosen').toEqual([]);
    grids.chosen = { question: 1, document: 1 };
    await grids.judge('right');
    expect(grids.find(1, 1)?.judged).toBe('right');
    await grids.judge('right');
    await grids.judge('pointed', 99);
    expect(said.map(({ judged, passage }) => [judged, passage])).toEqual([
      ['right', null],
      [null, null],
      ['pointed', 99],
    ]);
    expect(marks()).toBe(3);
  });

  it('show what a mark changed', async () => {
    const said: Judging[] = [];
    const shown = { passage: 5, page: 0, page_label: '1', sentence: 'S', clause: null, citation: 'A, p. 1' };
    const answers = [{ ...shown, probability: null, value: null }];
    const changed = cell(1, 2, { answers, is_learned: true });
    const judgeCell: Backend['judgeCell'] = async (_grid, judging) => {
      said.push(judging);
      const { judged } = judging;
      return {
        cell: cell(1, 1, { judged, answers: answers.map((one) => ({ ...one, passage: 6 })) }),
        changed: [changed],
      };
    };
    const { grids } = await opened({ judgeCell, grid: async () => ({ ...view, cells: [cell(1, 1, { answers })] }) });
    grids.chosen = { question: 1, document: 1 };
    await grids.judge('wrong');
    await grids.judge('wrong');
    expect(
      said.map(({ judged }) => judged),
      'the next candidate may be wrong, too',
    ).toEqual(['wrong', 'wrong']);
    expect(grids.find(1, 2)?.is_learned).toBe(true);
    grids.show = 'changed';
    expect([grids.isWanted(changed), grids.isWanted(grids.find(1, 1))]).toEqual([true, false]);
    await grids.takeBack();
    expect(said.at(-1)?.judged).toBeNull();
  });

  it('come back with the table that was open, if it is there', async () => {
    const { grids } = await opened();
    grids.open = false;
    await grids.reopen(99);
    expect(grids.open, 'it was deleted').toBe(false);
    await grids.reopen(7);
    expect([grids.open, grids.view?.id]).toEqual([true, 7]);
  });

  it('stay in the form when a table cannot be created', async () => {
    const createGrid = () => Promise.reject({ code: 'library.grid_empty', message: 'The list has no questions.' });
    const { grids, notices } = await opened({ createGrid });
    grids.making = true;
    expect(await grids.create('New', { type: 'text', data: '' }, [])).toBe(false);
    expect([grids.making, notices.list[0]?.lines]).toEqual([true, ['The list has no questions.']]);
  });
});
