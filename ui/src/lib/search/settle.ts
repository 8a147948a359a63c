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

/** The row that may not move when the order changes: the chosen one, or the first in sight where that one is not. */
export function anchorOf(list: HTMLElement, places: readonly Place[]): Place | null {
  const { top, bottom } = list.getBoundingClientRect();
  const inSight = places.filter((place) => place.top < bottom && place.top + place.row.offsetHeight > top);
  return inSight.find(({ row }) => row.matches('.chosen')) ?? inSight[0] ?? null;
}

/** Scrolls a list until a row is where it was. Where the list ends too early for that, it gets room above or below. */
export function hold(list: HTMLElement, anchor: Place | null): void {
  room(list, 0, 0);
  if (!anchor?.row.isConnected) return;
  const wanted = list.scrollTop + anchor.row.getBoundingClientRect().top - anchor.top;
  room(list, Math.max(0, -wanted), Math.max(0, wanted - (list.scrollHeight - list.clientHeight)));
  list.scrollTop = Math.max(0, wanted);
}

function room(list: HTMLElement, above: number, below: number): void {
  const pixels = (size: number) => (size > 0 ? `${size}px` : '');
  Object.assign(list.style, { paddingTop: pixels(above), paddingBottom: pixels(below) });
}
