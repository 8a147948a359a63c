import { describe, expect, it } from 'vitest';
import { Notices } from './notices.svelte';

describe('what can be undone', () => {
  it('stays in sight when something else is done, and is undone once', () => {
    const notices = new Notices();
    let undone = 0;
    notices.offer('Removed 2 documents', { name: 'Undo', run: () => (undone += 1) });
    notices.done('Citation copied');
    expect(notices.list.map(({ title }) => title)).toEqual(['Removed 2 documents', 'Citation copied']);
    expect([notices.undo(), notices.undo(), undone]).toEqual([true, false, 1]);
  });
});
