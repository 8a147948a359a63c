import { beforeEach, describe, expect, it } from 'vitest';
import { emptyStorage } from '../../testing/storage';
import type { Backend } from '../backend/interface';
import type { DocumentView } from '../types/DocumentView';
import { Library } from './library.svelte';
import { Listing } from './listing.svelte';
import { Notices } from './notices.svelte';

const document = (id: number) =>
  ({
    id,
    name: `${id}`,
    file: `${id}.pdf`,
    tags: id === 4 ? ['Late'] : [],
    status: 'ready',
  }) as unknown as DocumentView;

function listing() {
  const library = new Library({} as Backend, new Notices());
  library.documents = [1, 2, 3, 4].map(document);
  return { library, listing: new Listing(library) };
}

beforeEach(() => void emptyStorage());

describe('documents selected in the list', () => {
  it('are a range from the one selected last, forwards and back', () => {
    const { listing: list } = listing();
    list.only(3);
    list.extend(4);
    expect(list.chosen.map(({ id }) => id)).toEqual([3, 4]);
    list.extend(1);
    expect(list.chosen.map(({ id }) => id)).toEqual([1, 2, 3]);
    list.toggle(2);
    expect(list.chosen.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('are acted on together, and another one alone', () => {
    const { listing: list } = listing();
    list.only(1);
    list.toggle(2);
    expect(list.concerned(document(2)).map(({ id }) => id)).toEqual([1, 2]);
    expect(list.concerned(document(3)).map(({ id }) => id)).toEqual([3]);
  });

  it('are only those in sight', () => {
    const { listing: list, library } = listing();
    list.selectAll();
    list.toggleTag('late');
    expect(list.chosen.map(({ id }) => id)).toEqual([4]);
    library.documents = library.documents.filter(({ id }) => id !== 4);
    expect(list.visible, 'a tag that no document has filters nothing').toHaveLength(3);
  });
});
