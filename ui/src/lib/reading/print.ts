// Which pages are printed. Not for drawing them.

/** Most pages printed at once: their pictures are in memory together, about 8 MB each. */
export const MOST = 40;

/** Pixels per point of a printed picture: 144 dots per inch. */
export const SCALE = 2;

/** The pages from one to another, in order; null if one of them is unknown or they are too many. */
export function pagesBetween(first: number | null, last: number | null): number[] | null {
  if (first === null || last === null || last < first || last - first >= MOST) return null;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
