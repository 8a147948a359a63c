import { describe, expect, it } from 'vitest';
import { answer } from '../../fixture/answers';
import { paragraphs } from '../../fixture/matter';
import { setPage } from '../../fixture/paper';
import type { Hit } from '../types/Hit';
import type { PageSize } from '../types/PageSize';
import { stack } from './stack';
import { stripOf } from './strip';

const page = (index: number) => setPage(index, String(index + 1), paragraphs);
const asked = { text: 'Who may end it?', collection: 1, k: 20, remember: false } as const;
const { hits } = answer({ ...asked, documents: [], mode: 'hybrid', gather: 'auto', rerank: true }, page);
const sizes: PageSize[] = Array.from({ length: 30 }, (_, index) => page(index));

/** Tops of the marks in the document, from the top of the strip. */
const shares = (hits: Hit[], scale = 1) => stripOf(hits, 1, stack(sizes, scale)).map(({ share }) => share);

describe('the strip beside the pages', () => {
  it('has one mark for each result of the document, at its height', () => {
    const marks = stripOf(hits, 1, stack(sizes, 1));
    expect(marks.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    for (const { hit, share } of marks) expect(Math.floor(share * sizes.length)).toBe(hit.page);
    const [first, second] = marks.map(({ share }) => share);
    expect(second, 'a result further down the same page').toBeGreaterThan(first ?? 1);
  });

  it('leaves out results of other documents, and keeps their numbers', () => {
    const mixed = hits.map((hit, index) => (index % 2 ? hit : { ...hit, document: 2 }));
    expect(stripOf(mixed, 1, stack(sizes, 1)).map(({ index }) => index)).toEqual([1, 3, 5]);
  });

  it('is empty until the pages are known', () => {
    expect(stripOf(hits, 1, stack([], 1))).toEqual([]);
  });

  it('keeps its marks in place when the pages are zoomed', () => {
    const [small, large] = [shares(hits, 1), shares(hits, 2.5)];
    small.forEach((share, index) => expect(large[index]).toBeCloseTo(share, 2));
  });

  it('puts a result without boxes at the top of its page', () => {
    const [bare] = hits.map((hit) => ({ ...hit, highlights: [] }));
    const all = stack(sizes, 1);
    expect(shares(bare ? [bare] : [])).toEqual([(all.tops[bare?.page ?? 0] ?? 0) / all.height]);
  });
});
