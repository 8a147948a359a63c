import { describe, expect, it } from 'vitest';
import type { Backend } from '../backend/interface';
import type { PageSize } from '../types/PageSize';
import { Viewer } from './viewer.svelte';

const minutes = { id: 1, name: 'minutes.pdf', hash: 'a' };
const wrong = { code: 'pdf.password', message: 'This password does not open it.' };
const size = { page: 0, label: '1', width: 595, height: 842 } as PageSize;

/** A backend whose answers about words come when they are let go. */
function slow() {
  const waiting: ((problem: unknown) => void)[] = [];
  const backend = {
    pageSizes: () => Promise.resolve([size]),
    page: () => new Promise((_, reject) => waiting.push(reject)),
  } as unknown as Backend;
  return { viewer: new Viewer(backend), refuse: () => waiting.shift()?.(wrong) };
}

describe('a locked document', () => {
  it('asks for its password as soon as a page is refused', async () => {
    const { viewer, refuse } = slow();
    await viewer.show(minutes);
    const words = viewer.words(0);
    refuse();
    await expect(words).rejects.toBe(wrong);
    expect(viewer.problem?.code).toBe('pdf.password');
  });

  it('is not locked again by an answer to an older question', async () => {
    const { viewer, refuse } = slow();
    await viewer.show(minutes);
    const words = viewer.words(0);
    await viewer.reopen();
    refuse();
    await expect(words).rejects.toBe(wrong);
    expect(viewer.problem, 'the right password was entered meanwhile').toBeNull();
  });
});
