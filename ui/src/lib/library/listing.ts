// Which documents a list shows, and in which order. Not for choosing among them (`state/listing`).

import type { DocumentView } from '../types/DocumentView';
import type { Status } from '../types/Status';
import { words } from '../words/language';

/** The orders of the list. */
export const SORTS = ['added', 'name', 'pages', 'status'] as const;
export type Sort = (typeof SORTS)[number];

/** What a document must have to be listed. */
export interface Wanted {
  /** Words of its name, its file name or its tags. */
  text: string;
  /** Tags that it all has. */
  tags: readonly string[];
  /** Only these documents; null for all. */
  only: readonly number[] | null;
}

/** What needs attention comes first. */
const BY_STATUS: Record<Status, number> = { failed: 0, partly: 1, waiting: 2, ready: 3 };

const plain = (text: string) => text.toLocaleLowerCase();

/** Documents that have what is wanted. */
export function filtered(documents: readonly DocumentView[], { text, tags, only }: Wanted): DocumentView[] {
  const parts = plain(text).split(/\s+/).filter(Boolean);
  return documents.filter((document) => {
    if (only && !only.includes(document.id)) return false;
    const own = document.tags.map(plain);
    const written = plain([document.name, document.file, ...document.tags].join(' '));
    return tags.every((tag) => own.includes(plain(tag))) && parts.every((part) => written.includes(part));
  });
}

/** Documents in an order; equal ones as they were added. */
export function sorted(documents: readonly DocumentView[], sort: Sort): DocumentView[] {
  const orders: Record<Sort, (a: DocumentView, b: DocumentView) => number> = {
    added: (a, b) => a.id - b.id,
    name: (a, b) => a.name.localeCompare(b.name, words.language, { numeric: true, sensitivity: 'base' }),
    pages: (a, b) => b.pages - a.pages,
    status: (a, b) => BY_STATUS[a.status] - BY_STATUS[b.status],
  };
  return [...documents].sort((a, b) => orders[sort](a, b) || a.id - b.id);
}

/** All tags of some documents, by name. Tags that differ only in capitals are one. */
export function tagsOf(documents: readonly DocumentView[]): string[] {
  const byName = new Map(documents.flatMap(({ tags }) => tags).map((tag) => [plain(tag), tag]));
  return [...byName.values()].sort((a, b) => a.localeCompare(b, words.language));
}
