import { describe, expect, it } from 'vitest';
import type { DocumentView } from '../types/DocumentView';
import type { Progress } from '../types/Progress';
import { Batch } from './batch.svelte';

const document = (id: number, status: string, pages = 0) => ({ id, status, pages }) as DocumentView;
const reading = (id: number, done: number, total: number) =>
  ({ document: id, phase: 'reading', done, total }) as Progress;

describe('the documents being added', () => {
  it('are counted from the first one to the last', () => {
    const batch = new Batch();
    batch.see(document(9, 'ready', 40));
    expect(batch.total, 'what is ready is not being added').toBe(0);
    [1, 2, 3].forEach((id) => batch.see(document(id, 'waiting')));
    expect([batch.at, batch.total]).toEqual([1, 3]);
    batch.see(document(1, 'failed'));
    batch.report(reading(2, 10, 20));
    expect([batch.at, batch.total]).toEqual([2, 3]);
    expect(batch.percent).toBeGreaterThan(33);
    batch.see(document(2, 'ready', 20));
    batch.forget(3);
    expect(batch.total, 'all is done').toBe(0);
  });
});
