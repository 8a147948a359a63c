import { expect, it } from 'vitest';
import { clampShares } from './shares';

it('no pane can be pushed out of the window', () => {
  for (const library of [-1, 0, 0.2, 1]) {
    for (const search of [-1, 0, 0.4, 1]) {
      const shares = clampShares({ library, search });
      const page = 1 - shares.library - shares.search;
      expect(Math.min(shares.library, shares.search, page)).toBeGreaterThan(0.13);
    }
  }
});
