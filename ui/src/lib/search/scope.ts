// What is searched, in plain words: all documents, one by its name, or how many. Not for changing it.

import { words } from '../words/language';
import type { DocumentView } from '../types/DocumentView';

/** "All documents", "Lease.pdf", "3 documents". */
export function scopeText(scope: readonly number[], documents: readonly DocumentView[]): string {
  const [first] = scope;
  if (first === undefined) return words.search.allDocuments;
  if (scope.length > 1) return words.counts.documents(scope.length);
  return documents.find(({ id }) => id === first)?.name ?? words.counts.documents(1);
}

/** Adds a document to a scope, or takes it away. A scope of no document is all of them. */
export function toggled(scope: readonly number[], document: number): number[] {
  return scope.includes(document) ? scope.filter((id) => id !== document) : [...scope, document];
}

/** Documents whose name contains all words of a filter, in any case. */
export function named(documents: readonly DocumentView[], filter: string): DocumentView[] {
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return documents.filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)));
}
