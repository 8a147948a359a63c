import { describe, expect, it } from 'vitest';
import type { DocumentView } from '../types/DocumentView';
import type { Progress } from '../types/Progress';
import type { Added } from '../types/Added';
import type { Duplicate } from '../types/Duplicate';
import { Batch, Receipt } from './adding.svelte';

const document = (id: number, status = 'waiting', pages = 0) =>
  ({ id, path: `/${id}.pdf`, status, pages }) as DocumentView;
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

const copy = (path: string, id: number): Duplicate => ({ path, file: path.slice(1), document: document(id, 'ready') });
const added = (rest: Partial<Added>): Added => ({ queued: [], here: [], refused: [], ...rest });

describe('the answer to a drop', () => {
  it('counts what was added, what was there and what could not be read', () => {
    const receipt = new Receipt();
    const refused = { path: '/x', file: 'x', problem: { code: 'engine.unreadable', message: 'No.' } };
    // A listed file is read again, to see whether it changed: it is there already all the same.
    const here = [copy('/9.pdf', 9)];
    receipt.settle(added({ queued: [document(1), document(2), document(9)], here, refused: [refused] }));
    expect(receipt.tally([document(1), document(2)])).toEqual({ added: 2, here: 1, unread: 1 });
    expect(receipt.tally([document(1), document(2, 'failed')])).toEqual({ added: 1, here: 1, unread: 2 });
    expect([...receipt.documents].sort()).toEqual([1, 2, 9]);
    receipt.dismiss('/x');
    expect(receipt.tally([])).toEqual({ added: 2, here: 1, unread: 0 });
  });

  it('is corrected when a copy is found out later', () => {
    const receipt = new Receipt();
    receipt.settle(added({ queued: [document(1), document(2)] }));
    receipt.duplicate(copy('/2.pdf', 7));
    receipt.duplicate(copy('/other.pdf', 7));
    expect(receipt.tally([])).toEqual({ added: 1, here: 1, unread: 0 });
    expect(receipt.here[0]?.document.id).toBe(7);
    expect([receipt.isNew(1), receipt.isNew(7)]).toEqual([true, false]);
  });

  it('knows of copies that were found out before', () => {
    const receipt = new Receipt();
    receipt.begin();
    receipt.duplicate(copy('/2.pdf', 7));
    receipt.settle(added({ queued: [document(1), document(2)] }));
    expect(receipt.tally([])).toEqual({ added: 1, here: 1, unread: 0 });
  });
});
