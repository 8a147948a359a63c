import { describe, expect, it } from 'vitest';
import type { Added } from '../types/Added';
import type { DocumentView } from '../types/DocumentView';
import type { Duplicate } from '../types/Duplicate';
import { Receipt } from './receipt.svelte';

const document = (id: number, status = 'waiting') => ({ id, path: `/${id}.pdf`, status }) as DocumentView;
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
