import { beforeEach, expect, it } from 'vitest';
import { emptyStorage } from '../../testing/storage';
import { keep, oneOf } from './keep.svelte';

let stored: Map<string, string>;

beforeEach(() => void (stored = emptyStorage()));

it('a choice is there at the next start', () => {
  const first = keep('grouped', false);
  expect(first.value).toBe(false);
  first.value = true;
  expect([first.value, keep('grouped', false).value, keep('other', false).value]).toEqual([true, true, false]);
});

it('what makes no sense counts as not kept', () => {
  for (const nonsense of ['', 'off', '7', '"x"', '{}']) {
    stored.set('pincite.grouped', nonsense);
    expect(keep('grouped', true).value, nonsense).toBe(true);
    expect(keep('grouped', 'a', oneOf(['a', 'b'])).value, nonsense).toBe('a');
  }
  stored.set('pincite.grouped', '"b"');
  expect(keep('grouped', 'a', oneOf(['a', 'b'])).value).toBe('b');
});
