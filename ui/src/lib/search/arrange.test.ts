import { expect, it } from 'vitest';
import type { Hit } from '../types/Hit';
import type { Strength } from '../types/Strength';
import { arranged, byDocument } from './arrange';

const hit = (id: number, document: number, strength: Strength | null): Hit =>
  ({ id, document, document_name: `${document}.pdf`, strength }) as Hit;
const hits = [hit(1, 7, 'possible'), hit(2, 3, 'weak'), hit(3, 7, 'strong'), hit(4, 3, null)];

it('results are listed under their documents, the one with the best result first', () => {
  const groups = byDocument(hits).map(({ document, name, hits }) => [document, name, hits.map(({ id }) => id)]);
  expect(groups).toEqual([
    [7, '7.pdf', [1, 3]],
    [3, '3.pdf', [2, 4]],
  ]);
  expect(arranged(hits, true).map(({ id }) => id)).toEqual([1, 3, 2, 4]);
  expect(arranged(hits, false)).toBe(hits);
});

it('a document is as sure as its surest result', () => {
  expect(byDocument(hits).map(({ strength }) => strength)).toEqual(['strong', 'weak']);
  expect(byDocument([hit(1, 1, null)])[0]?.strength).toBeNull();
});
