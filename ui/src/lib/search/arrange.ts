// Results in the order in which they are listed: as ranked, or under the head of their document. Not for ranking.

import type { Hit } from '../types/Hit';

/** The results of one document. */
export interface DocumentHits {
  document: number;
  name: string;
  /** Best first. */
  hits: Hit[];
}

/** Results under their documents. The document with the best result comes first. */
export function byDocument(hits: readonly Hit[]): DocumentHits[] {
  const groups: DocumentHits[] = [];
  for (const hit of hits) {
    const group = groups.find(({ document }) => document === hit.document);
    if (group) group.hits.push(hit);
    else groups.push({ document: hit.document, name: hit.document_name, hits: [hit] });
  }
  return groups;
}

/** The same results in the order of the list. */
export function arranged(hits: Hit[], grouped: boolean): Hit[] {
  return grouped ? byDocument(hits).flatMap((group) => group.hits) : hits;
}
