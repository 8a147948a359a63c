// Where something lies that belongs to a line of a page: below the line or above it, inside the pane.

/** Pixels between it and the line, and the edges of the pane. */
const SPACE = 6;

/** A line in the scroll of pages: its top and bottom, and the horizontal place of its end. */
export interface LinePlace {
  top: number;
  bottom: number;
  end: number;
}

/** A size, and for the part of the scroll that is in sight also its place. */
export interface Size {
  width: number;
  height: number;
}

export interface View extends Size {
  left: number;
  top: number;
}

/** The place of something of a size. It scrolls away with its line, and is in sight as long as the line is. */
export function beside({ top, bottom, end }: LinePlace, { width, height }: Size, view: View): { x: number; y: number } {
  const right = view.left + view.width - width - SPACE;
  const x = Math.max(view.left + SPACE, Math.min(end - width / 2, right));
  const below = bottom + SPACE;
  const above = top - height - SPACE;
  const lowest = view.top + view.height - height - SPACE;
  const isLineInSight = bottom > view.top && top < view.top + view.height;
  if (!isLineInSight || below <= lowest) return { x, y: below };
  return { x, y: above >= view.top ? above : Math.max(view.top + SPACE, lowest) };
}
