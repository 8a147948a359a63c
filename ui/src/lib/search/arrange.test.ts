import { expect, it } from 'vitest';
import type { Hit } from '../types/Hit';
import { arranged, byDocument } from './arrange';

const hit = (id: number, document: number): Hit => ({ id, document, document_name: `${document}.pdf` }) as Hit;
const hits = [hit(1, 7), hit(2, 3), hit(3, 7), hit(4, 3)];

it('results are listed under their documents, the one with the best result first', () => {
  const groups = byDocument(hits).map(({ document, name, hits }) => [document, name, hits.map(({ id }) => id)]);
  expect(groups).toEqual([
    [7, '7.pdf', [1, 3]],
    [3, '3.pdf', [2, 4]],
  ]);
  expect(arranged(hits, true).map(({ id }) => id)).toEqual([1, 3, 2, 4]);
  expect(arranged(hits, false)).toBe(hits);
});
