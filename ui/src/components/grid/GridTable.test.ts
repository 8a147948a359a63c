// @vitest-environment happy-dom
// The review table: people go through it with the keys, and those who cannot see it hear what is in a cell.

import { beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import type { App } from '../../lib/state/app.svelte';
import type { GridCell } from '../../lib/types/GridCell';
import { all, one, openApp, press, show, until } from '../../testing/stage';
import GridTable from './GridTable.svelte';

let app: App;

function cellOf(question: number, document: number, found: boolean): GridCell {
  const answer = { passage: 102, page: 11, page_label: '8', sentence: 'Either party may end it.', clause: '7.2' };
  const value = { kind: 'date' as const, written: 'the 1st day of July, 2027', normalised: '2027-07-01' };
  const answers = found ? [{ ...answer, citation: 'Agreement, p. 8', probability: 0.8, value }] : [];
  const state = found ? 'found' : 'not_found';
  return {
    question,
    document,
    state,
    presence: null,
    current: true,
    answers,
    judged: null,
    problem: null,
    rejected: [],
    others: [],
    is_learned: false,
  };
}

beforeEach(async () => {
  const made = await fixture.createGrid({
    ...{ collection: 1, name: 'Review', documents: [] },
    source: { type: 'list', data: 'contract-review' },
  });
  // The first question is answered by all documents, the second by the first document, the third by none.
  const answered = (question: number, document: number) => question === 0 || (question === 1 && document === 0);
  const cells = made.questions.flatMap(({ id }, column) =>
    made.documents.map((one, row) => cellOf(id, one.id, answered(column, row))),
  );
  let view = { ...made, state: 'done' as const, cells };
  app = await openApp({
    grid: async () => view,
    async orderGridQuestions(_, order) {
      const questions = view.questions.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
      return (view = { ...view, questions });
    },
  });
  await app.grids.showCollection(1);
  await app.grids.load(made.id);
  show(app, GridTable, { view });
});

const cells = () => all('[role="gridcell"]');
const reachable = () => cells().filter((cell) => cell.tabIndex === 0);
const said = (cell: Element | undefined) => cell?.getAttribute('aria-label');
const place = (cell: Element | null) => cell?.getAttribute('data-cell');

describe('the review table', () => {
  it('is one stop for Tab: the first cell, then the one opened last', async () => {
    expect(reachable().map(place)).toEqual([place(cells()[0] ?? null)]);
    const last = cells().at(-1);
    last?.click();
    await until('the cell to be chosen', () => last?.getAttribute('aria-selected') === 'true');
    expect(reachable()).toEqual([last]);
  });

  it('shows the value of an answer in place of its sentence, and says it', () => {
    const [first] = cells();
    expect(first?.querySelector('.text')?.textContent?.trim()).toBe('1 July 2027');
    expect(first?.querySelector('[data-value]')?.getAttribute('title')).toBe(
      'In the document: “the 1st day of July, 2027”',
    );
    expect(said(first)).toContain('1 July 2027, p. 8');
  });

  it('is walked with the arrow keys, not beyond its edges', async () => {
    const [questions, documents] = [app.grids.table.questions, app.grids.table.documents];
    const at = (row: number, column: number) => `${questions.at(column)?.id}/${documents.at(row)?.id}`;
    cells()[0]?.focus();
    const walk = async (key: string, wanted: string) => {
      press(key);
      await until(`${key} to lead to ${wanted}`, () => place(document.activeElement) === wanted);
    };
    await walk('ArrowRight', at(0, 1));
    await walk('ArrowDown', at(1, 1));
    await walk('End', at(1, -1));
    await walk('ArrowRight', at(1, -1));
    await walk('Home', at(1, 0));
    await walk('ArrowUp', at(0, 0));
    await walk('ArrowUp', at(0, 0));
  });

  it('opens the page of an answer with Enter', async () => {
    const found = all('[data-state="found"]')[0];
    found?.focus();
    press('Enter');
    await until('the page', () => app.viewer.target !== null);
    expect(place(found ?? null)).toBe(`${app.grids.chosen?.question}/${app.grids.chosen?.document}`);
    expect(app.viewer.highlights.length).toBeGreaterThan(0);
  });

  it('says of each cell in words which document and question it is about, and what was found', () => {
    for (const cell of cells()) {
      const [question, listed] = (place(cell) ?? '').split('/').map(Number);
      const name = app.grids.table.documents.find(({ id }) => id === listed)?.name;
      expect(said(cell)).toContain(name);
      expect(said(cell)).toContain(app.grids.table.questions.find(({ id }) => id === question)?.name);
    }
    const found = all('[data-state="found"]')[0];
    expect(said(found)).toContain(found?.querySelector('.text')?.textContent?.trim());
  });

  it('sorts by a column, and says so', () => {
    const head = all('thead button')[0];
    expect(all('[aria-sort]')).toEqual([]);
    head?.click();
    expect(one('[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    head?.click();
    expect(one('[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
  });

  it('turns round: a row for each question, and the same cells', async () => {
    const before = cells().map(place).toSorted();
    app.grids.turned.value = true;
    await until('a row for each question', () => all('[data-row]').length === app.grids.table.questions.length);
    expect(cells().map(place).toSorted()).toEqual(before);
    const [first, second] = app.grids.table.questions;
    cells()[0]?.focus();
    press('ArrowDown');
    const document = app.grids.table.documents[0]?.id;
    await until('the next question', () => place(globalThis.document.activeElement) === `${second?.id}/${document}`);
    expect(first?.id).not.toBe(second?.id);
    app.grids.turned.value = false;
  });

  it('moves a question with Ctrl+Shift and an arrow, and keeps the focus on it', async () => {
    const ids = () => app.grids.table.questions.map(({ id }) => id);
    const [first, second, third] = ids();
    all('thead button')[0]?.focus();
    press('ArrowRight', document.activeElement, { ctrlKey: true, shiftKey: true });
    await until('another order', () => ids()[0] === second);
    expect(ids()).toEqual([second, first, third]);
    await until('the focus', () => document.activeElement?.closest('th')?.dataset.head === String(first));
  });

  it('says who confirmed a row, and that it changed since', async () => {
    const { view } = app.grids;
    if (!view) throw new Error('no table');
    const signed = await fixture.signGrid(view.id, 'Jane Roe', []);
    expect(signed.documents.every(({ signature }) => signature?.is_current)).toBe(true);
    app.grids.view = {
      ...view,
      documents: view.documents.map((one, at) => ({
        ...one,
        signature: { name: 'Jane Roe', signed_at: 0, is_current: at === 0 },
      })),
    };
    await until('the signatures', () => all('[data-signed]').length === view.documents.length);
    expect(all('[data-signed] .signed').map((it) => it.textContent?.trim())).toEqual([
      'Confirmed by Jane Roe',
      ...view.documents.slice(1).map(() => 'Changed since Jane Roe confirmed it'),
    ]);
  });

  it('fades what the filter does not look for, and keeps its place', async () => {
    const before = cells().map(place);
    app.grids.show = 'not_found';
    await until('something to fade', () => all('.faded').length > 0);
    expect(all('.faded').every((cell) => cell.dataset.state !== 'not_found')).toBe(true);
    expect(before).toEqual(expect.arrayContaining(cells().map(place)));
  });
});
