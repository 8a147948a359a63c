import { beforeEach, expect, it } from 'vitest';
import { emptyStorage } from '../../testing/storage';
import { Panes } from './panes.svelte';
import { columnsOf } from './shares';

let kept: Map<string, string>;

beforeEach(() => void (kept = emptyStorage()));

it('hidden panes and widths come back', () => {
  const panes = new Panes();
  panes.toggle('library');
  panes.move('search', 0.05);
  const again = new Panes();
  expect(again.shows('library')).toBe(false);
  expect(again.shares.search).toBeCloseTo(0.405);
  again.toggle('library');
  expect(new Panes().hidden).toEqual([]);
});

it('one pane is always shown', () => {
  const panes = new Panes();
  for (const pane of ['library', 'search', 'page'] as const) panes.toggle(pane);
  expect(panes.hidden).toEqual(['library', 'search']);
  kept.set('pincite.panes', JSON.stringify({ library: 0.2, search: 0.4, hidden: ['library', 'search', 'page'] }));
  expect(new Panes().hidden).toEqual([]);
});

it('one pane is shown alone, and all come back', () => {
  const panes = new Panes();
  panes.toggle('library');
  panes.only('search');
  expect(panes.hidden).toEqual(['library', 'page']);
  panes.only('search');
  expect(panes.hidden).toEqual([]);
});

it('what earlier versions kept is understood, and nonsense is not', () => {
  kept.set('pincite.panes', JSON.stringify({ library: 0.3, search: 0.4 }));
  expect(new Panes().shares).toEqual({ library: 0.3, search: 0.4 });
  for (const nonsense of ['', '{}', '7', '{"library":"a","search":0.4,"hidden":3}']) {
    kept.set('pincite.panes', nonsense);
    expect(new Panes().shares, nonsense).toEqual({ library: 0.2, search: 0.355 });
  }
});

it('a hidden pane leaves room for its button only', () => {
  expect(columnsOf({ library: 0.2, search: 0.3 }, ['search'])).toBe(
    'minmax(210px, 20fr) 1px 30px 1px minmax(360px, 50fr)',
  );
});
