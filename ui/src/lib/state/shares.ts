// How the window is shared out. The page gets what the other two panes leave.

export interface Shares {
  library: number;
  search: number;
}

const LIBRARY = [0.14, 0.32] as const;
const SEARCH = [0.26, 0.5] as const;

/** Keeps every pane wide enough to be of use. */
export function clampShares({ library, search }: Shares): Shares {
  return { library: within(library, LIBRARY), search: within(search, SEARCH) };
}

const within = (value: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, value));

/** Width of a hidden pane: room for the button that shows it again, in CSS pixels. */
const RAIL = 30;

/** Columns of the window's grid, with the edges between the panes. */
export function columnsOf({ library, search }: Shares, hidden: readonly string[]): string {
  // Factors well above 1: below, the grid would leave a part of the window empty.
  const column = (pane: string, least: number, share: number) =>
    hidden.includes(pane) ? `${RAIL}px` : `minmax(${least}px, ${100 * share}fr)`;
  const page = column('page', 360, 1 - library - search);
  return `${column('library', 210, library)} 1px ${column('search', 340, search)} 1px ${page}`;
}
