// Where the results lie in the document shown: one mark for each, at its height in the document. Not for drawing them.

import type { Hit } from '../types/Hit';
import { yOf, type Stack } from './stack';

/** A result on the strip beside the pages. */
export interface StripMark {
  /** Its place in the list of results. */
  index: number;
  hit: Hit;
  /** How far down the document it is, 0 to 1. */
  share: number;
}

/** The marks of the results that are in a document, best first. None before the sizes of its pages are known. */
export function stripOf(hits: readonly Hit[], document: number, stack: Stack): StripMark[] {
  if (stack.tops.length === 0) return [];
  const marks = hits.map((hit, index) => ({ index, hit, share: yOf(stack, placeOf(hit, stack)) / stack.height }));
  return marks.filter(({ hit }) => hit.document === document);
}

/** The middle of the first line of the best sentence, or the top of the page. */
function placeOf({ page, highlights }: Hit, { heights, scale }: Stack) {
  const onPage = highlights.filter((highlight) => highlight.page === page);
  const line = onPage.find(({ kind }) => kind === 'sentence') ?? onPage[0];
  const y = line ? ((line.rect.y0 + line.rect.y1) / 2) * scale : 0;
  return { page, share: y / (heights[page] ?? 1) };
}
