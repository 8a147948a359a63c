// The positions of pages in one long scroll. Lengths are in CSS pixels unless said otherwise, pages in points.

import type { PageSize } from '../types/PageSize';
import type { Rect } from '../types/Rect';

/** CSS pixels per point at 100 %. */
export const PIXELS_PER_POINT = 96 / 72;

/** Space between pages, and above the first. */
export const GAP = 16;

/** Pages one under the other. */
export interface Stack {
  /** CSS pixels per point. */
  scale: number;
  /** Top of each page. */
  tops: number[];
  /** Height of each page. */
  heights: number[];
  /** Width of the widest page. */
  width: number;
  /** Height of everything. */
  height: number;
}

export function stack(sizes: readonly PageSize[], scale: number): Stack {
  const heights = sizes.map((size) => size.height * scale);
  let y = GAP;
  const tops = heights.map((height) => {
    const top = y;
    y += height + GAP;
    return top;
  });
  return { scale, tops, heights, width: Math.max(0, ...sizes.map((size) => size.width * scale)), height: y };
}

/** The page at a height: the last one whose top is not below it. */
export function pageAt({ tops }: Stack, y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Pages to render: the visible ones and `beyond` more on either side. */
export function pagesInSight(all: Stack, scrollTop: number, viewport: number, beyond = 1): number[] {
  if (all.tops.length === 0) return [];
  const first = Math.max(0, pageAt(all, scrollTop) - beyond);
  const last = Math.min(all.tops.length - 1, pageAt(all, scrollTop + viewport) + beyond);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Scale at which a page of usual width fills the pane. One wide page must not make all the others small: the median decides. */
export function fitScale(sizes: readonly PageSize[], paneWidth: number, margin: number): number {
  const widths = sizes.map((size) => size.width).sort((a, b) => a - b);
  const median = widths[Math.floor(widths.length / 2)];
  if (!median || paneWidth <= 2 * margin) return PIXELS_PER_POINT;
  return (paneWidth - 2 * margin) / median;
}

/** Scroll position that shows a rectangle of a page a third of the way down, with as much context above as below it needs. */
export function reveal(all: Stack, page: number, rect: Rect | null, viewport: number): number {
  const top = all.tops[page] ?? 0;
  if (!rect) return Math.max(0, top - GAP / 2);
  const y = top + rect.y0 * all.scale - viewport / 3;
  return Math.max(0, Math.min(y, all.height - viewport));
}

/** A place that keeps its meaning when the scale changes: a page and how far down it, 0 to 1. */
export interface Anchor {
  page: number;
  share: number;
}

export function anchorAt(all: Stack, y: number): Anchor {
  const page = pageAt(all, y);
  return { page, share: (y - (all.tops[page] ?? 0)) / (all.heights[page] ?? 1) };
}

export function yOf(all: Stack, { page, share }: Anchor): number {
  return (all.tops[page] ?? 0) + share * (all.heights[page] ?? 0);
}

/** Pixels per point to render at: sharp on this screen, in steps so that small zooms reuse an image. */
export function imageScale(scale: number, pixelRatio: number): number {
  const wanted = scale * pixelRatio;
  return Math.min(6, Math.max(0.5, Math.ceil(wanted * 2) / 2));
}

/** The next zoom from a list that grows evenly to the eye. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
  const beyond = direction === 1 ? steps.find((s) => s > zoom + 0.01) : steps.findLast((s) => s < zoom - 0.01);
  return beyond ?? zoom;
}
