import { describe, expect, it } from 'vitest';
import type { Backend } from '../backend/interface';
import type { DocumentView } from '../types/DocumentView';
import type { Event } from '../types/Event';
import type { Status } from '../types/Status';
import { Library } from './library.svelte';
import { Notices } from './notices.svelte';

const letter = (status: Status) => ({ id: 7, collection: 1, name: 'letter.pdf', status }) as DocumentView;

/** A backend whose jobs are done before the call that queued them returns. */
function quick() {
  let hear: (event: Event) => void = () => undefined;
  const queue = () => {
    hear({ type: 'document', data: letter('waiting') });
    hear({ type: 'document', data: letter('failed') });
    return letter('waiting');
  };
  return {
    onEvent: (listener: typeof hear) => Promise.resolve(void (hear = listener)),
    collections: () => Promise.resolve([{ id: 1 }]),
    documents: () => Promise.resolve([]),
    add: () => Promise.resolve({ queued: [queue()], here: [], refused: [] }),
    retry: () => Promise.resolve(void queue()),
  } as unknown as Backend;
}

describe('a document that is read before the call that added it returns', () => {
  it('does not wait for ever in the list, nor when it is tried again', async () => {
    const library = new Library(quick(), new Notices());
    await library.open();
    await library.add(['letter.pdf']);
    expect(library.documents.map(({ status }) => status)).toEqual(['failed']);
    expect(library.receipt.tally(library.documents)).toEqual({ added: 0, here: 0, unread: 1 });
    expect(library.batch.total, 'nothing is being read any more').toBe(0);
    await library.retry(letter('failed'), null);
    expect(library.documents.map(({ status }) => status)).toEqual(['failed']);
  });
});
