import { expect, it } from 'vitest';
import { MOST, pagesBetween } from './print';

it('pages are printed in order, and not too many at once', () => {
  expect(pagesBetween(3, 5)).toEqual([3, 4, 5]);
  expect(pagesBetween(3, 3)).toEqual([3]);
  expect(pagesBetween(0, MOST - 1)?.length).toBe(MOST);
  expect([pagesBetween(0, MOST), pagesBetween(5, 3), pagesBetween(null, 3), pagesBetween(3, null)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
