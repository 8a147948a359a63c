// The mouse on the pages: a drag selects words, two clicks a word, three a sentence, one opens a highlight's note.

import type { App } from '../state/app.svelte';
import type { Point } from '../state/selection.svelte';
import { pageAt } from './stack';

/** Pixels the mouse moves before a click becomes a drag. */
const SLACK = 3;
/** Pixels from the edge of the pane where a drag begins to scroll. */
const EDGE = 24;
/** Where a click is none of ours. */
const OTHERS = 'button, a, input, textarea, [role="toolbar"], [role="dialog"]';

export class PageMouse {
  private held: MouseEvent | null = null;
  private last: MouseEvent | null = null;

  constructor(
    private readonly app: App,
    private readonly scroller: () => HTMLElement,
  ) {}

  down = (event: MouseEvent): void => {
    const scroller = this.scroller();
    const onScrollbar = event.target === scroller && event.offsetX > scroller.clientWidth;
    if (event.button !== 0 || onScrollbar || (event.target as Element).closest(OTHERS)) return;
    this.held = this.last = event;
    this.start(event, this.pointOf(event));
  };

  move = (event: MouseEvent): void => {
    const { held } = this;
    if (!held) return;
    const { selection } = this.app;
    const moved = Math.hypot(event.clientX - held.clientX, event.clientY - held.clientY) > SLACK;
    this.last = event;
    if (!moved || held.detail > 2 || selection.dragging) return;
    selection.dragging = true;
    this.follow();
  };

  up = (event: MouseEvent): void => {
    const { held } = this;
    const { annotations, selection } = this.app;
    if (!held) return;
    if (selection.dragging) selection.extendTo(this.pointOf(event));
    else if (held.detail === 1 && !held.shiftKey) annotations.open = annotations.at(this.pointOf(event))?.id ?? null;
    this.held = this.last = null;
    selection.dragging = false;
  };

  private start({ detail, shiftKey }: MouseEvent, point: Point): void {
    const { selection } = this.app;
    if (shiftKey && selection.span) selection.extendTo(point);
    else if (detail === 2) selection.word(point);
    else if (detail > 2) void selection.sentence(point);
    else selection.startAt(point);
  }

  /** Follows the mouse with every frame, and scrolls where it is held at the edge of the pane. */
  private follow = (): void => {
    const { selection } = this.app;
    if (!this.last || !selection.dragging) return;
    const { top, bottom } = this.scroller().getBoundingClientRect();
    const beyond = Math.min(0, this.last.clientY - top - EDGE) + Math.max(0, this.last.clientY - bottom + EDGE);
    if (beyond !== 0) this.scroller().scrollTop += beyond / 2;
    selection.extendTo(this.pointOf(this.last));
    requestAnimationFrame(this.follow);
  };

  /** The point of the page under the mouse, or of the nearest one. */
  private pointOf({ clientX, clientY }: MouseEvent): Point {
    const { crop, frames, scale, stack } = this.app.viewer;
    const scroller = this.scroller();
    const { left, top } = scroller.getBoundingClientRect();
    const y = clientY - top + scroller.scrollTop;
    const page = pageAt(stack, y);
    const width = (frames[page]?.width ?? 0) * scale;
    const edge = (Math.max(scroller.clientWidth, stack.width) - width) / 2;
    const x = clientX - left + scroller.scrollLeft - edge;
    return { page, x: x / scale + crop.left, y: (y - (stack.tops[page] ?? 0)) / scale };
  }
}
