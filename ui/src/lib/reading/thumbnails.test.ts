import { expect, it } from 'vitest';
import { stack } from '../viewer/stack';
import type { StripMark } from '../viewer/strip';
import { marksByPage, thumbnailScale } from './thumbnails';

it('small pictures have few scales, within what the reader draws', () => {
  expect(thumbnailScale(612, 1)).toBe(0.2);
  expect(thumbnailScale(595, 1)).toBe(0.3);
  expect(thumbnailScale(612, 2)).toBe(0.4);
  expect([thumbnailScale(10, 3), thumbnailScale(5000, 1)]).toEqual([1, 0.1]);
});

it('results lie at their height on their own page', () => {
  const sizes = [0, 1].map((page) => ({ page, label: '', width: 100, height: 200 }));
  const all = stack(sizes, 1);
  const mark = (page: number, y: number) => ({ hit: { page }, share: y / all.height }) as unknown as StripMark;
  const pages = marksByPage([mark(1, (all.tops[1] ?? 0) + 50), mark(1, (all.tops[1] ?? 0) + 150)], all);
  expect([...pages.keys()]).toEqual([1]);
  expect(pages.get(1)?.map((share) => share.toFixed(2))).toEqual(['0.25', '0.75']);
});
