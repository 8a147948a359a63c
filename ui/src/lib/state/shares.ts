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
