import { expect, it } from 'vitest';
import { cropOf, framesOf } from './crop';

const size = (page: number, width: number) => ({ page, label: String(page + 1), width, height: 792 });

it('a crop leaves some space beside the text', () => {
  const crop = cropOf({ left: 90, right: 72 });
  expect(crop).toEqual({ left: 76, right: 58 });
  expect(framesOf([size(0, 612), size(1, 792)], crop).map(({ width }) => width)).toEqual([478, 658]);
});

it('nothing is cut where text comes near the edge, or where no margins are known', () => {
  expect(cropOf({ left: 3, right: 14 })).toEqual({ left: 0, right: 0 });
  expect(cropOf(null)).toEqual({ left: 0, right: 0 });
});
