// Results move to their new place in the list. Not by Svelte's `animate`: WebKit keeps all that such an animation refers
// to until the window closes, which is 0.25 MB for each question.

/** Where a row is. */
export interface Place {
  row: HTMLElement;
  /** From the top of the window, in pixels. */
  top: number;
}

/** Where rows are now. */
export function placesOf(rows: Iterable<HTMLElement>): Place[] {
  return [...rows].map((row) => ({ row, top: row.getBoundingClientRect().top }));
}

/** Lets the rows that are still there move from where they were. Their style says how long that takes. */
export function settle(before: readonly Place[]): void {
  const there = before.filter(({ row }) => row.isConnected);
  const rows = there.map(({ row }) => row);
  const style = (row: HTMLElement, transition: string, transform: string) =>
    Object.assign(row.style, { transition, transform });
  for (const row of rows) style(row, 'none', '');
  const after = placesOf(rows);
  there.forEach(({ row, top }, index) => {
    const by = top - (after[index]?.top ?? top);
    if (by !== 0) style(row, 'none', `translateY(${by}px)`);
  });
  // The old places are taken in before the ways to the new ones begin.
  placesOf(rows);
  for (const row of rows) style(row, '', '');
}
