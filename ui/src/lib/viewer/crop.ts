// Margins that are cropped so that the text of a page is larger: the same for the whole document. Lengths are in points.

import type { PageSize } from '../types/PageSize';
import type { TextMargins } from '../types/TextMargins';

/** Space left beside the text. */
const PADDING = 14;

/** What is cut off a page on either side. */
export type Crop = TextMargins;

/** Never cuts a word: the margins are the narrowest of all pages. */
export function cropOf(margins: TextMargins | null): Crop {
  const cut = (margin: number) => Math.max(0, margin - PADDING);
  return margins ? { left: cut(margins.left), right: cut(margins.right) } : { left: 0, right: 0 };
}

/** What is left of each page. */
export function framesOf(sizes: readonly PageSize[], { left, right }: Crop): PageSize[] {
  return sizes.map((size) => ({ ...size, width: size.width - left - right }));
}
