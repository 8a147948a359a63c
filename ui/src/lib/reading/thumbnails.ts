// What lies on each page of the strip of small pages. Not for drawing them.

import type { StripMark } from '../viewer/strip';
import { pageAt, type Stack } from '../viewer/stack';

/** Width of a small page in CSS pixels. */
export const WIDTH = 120;

/** Pixels per point of a small picture: few values, so that a picture is drawn once. */
export function thumbnailScale(width: number, pixelRatio: number): number {
  return Math.min(1, Math.max(0.1, Math.ceil((WIDTH / width) * pixelRatio * 10) / 10));
}

/** How far down their page results lie, 0 to 1, by page. */
export function marksByPage(marks: readonly StripMark[], stack: Stack): Map<number, number[]> {
  const pages = new Map<number, number[]>();
  for (const { hit, share } of marks) {
    const y = share * stack.height;
    const page = pageAt(stack, y);
    const within = page === hit.page ? (y - (stack.tops[page] ?? 0)) / (stack.heights[page] ?? 1) : 0;
    pages.set(hit.page, [...(pages.get(hit.page) ?? []), Math.min(1, Math.max(0, within))]);
  }
  return pages;
}
