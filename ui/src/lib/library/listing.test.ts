import { describe, expect, it } from 'vitest';
import type { DocumentView } from '../types/DocumentView';
import { filtered, sorted, tagsOf } from './listing';

const document = (id: number, name: string, rest: Partial<DocumentView> = {}) =>
  ({ id, name, file: `${id}.pdf`, tags: [], pages: id, status: 'ready', ...rest }) as unknown as DocumentView;
const documents = [
  document(1, 'Lease 10', { tags: ['Signed'] }),
  document(2, 'lease 9', { status: 'failed', pages: 0 }),
  document(3, 'Annual Report', { file: 'acme-2025.pdf', tags: ['signed', 'urgent'] }),
];
const ids = (list: DocumentView[]) => list.map(({ id }) => id);
const all = { text: '', tags: [], only: null };

describe('the list of documents', () => {
  it('is sorted as people sort', () => {
    expect(ids(sorted(documents, 'name'))).toEqual([3, 2, 1]);
    expect(ids(sorted(documents, 'pages'))).toEqual([3, 1, 2]);
    expect(ids(sorted(documents, 'status'))).toEqual([2, 1, 3]);
    expect(ids(sorted(documents.toReversed(), 'added'))).toEqual([1, 2, 3]);
  });

  it('is filtered by words of the name, the file name and tags', () => {
    expect(ids(filtered(documents, { ...all, text: 'LEASE 9' }))).toEqual([2]);
    expect(ids(filtered(documents, { ...all, text: 'acme' }))).toEqual([3]);
    expect(ids(filtered(documents, { ...all, text: 'sign' }))).toEqual([1, 3]);
    expect(ids(filtered(documents, { ...all, text: ' ' }))).toEqual([1, 2, 3]);
  });

  it('is filtered by tags, whatever their capitals, and by documents', () => {
    expect(ids(filtered(documents, { ...all, tags: ['SIGNED'] }))).toEqual([1, 3]);
    expect(ids(filtered(documents, { ...all, tags: ['signed', 'urgent'] }))).toEqual([3]);
    expect(ids(filtered(documents, { ...all, only: [2] }))).toEqual([2]);
  });

  it('has each tag once', () => {
    expect(tagsOf(documents)).toEqual(['signed', 'urgent']);
  });
});
