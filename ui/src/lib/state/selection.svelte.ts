// The words that are selected on the pages. Not for the mouse (`drag`), nor for highlights that are kept.

import type { WordRange } from '../types/WordRange';
import { courseOf, wordsAt } from '../viewer/lines';
import { isEmpty, rangesOf, spanOf, spanOn, textOf, union, type Span } from '../viewer/selection';
import type { Viewer } from './viewer.svelte';

/** A point on a page, in points. */
export interface Point {
  page: number;
  x: number;
  y: number;
}

const ARROWS = {
  right: { on: 'ArrowRight', back: 'ArrowLeft' },
  left: { on: 'ArrowLeft', back: 'ArrowRight' },
  down: { on: 'ArrowDown', back: 'ArrowUp' },
};

export class Selection {
  /** What is selected; null if nothing is. */
  span = $state.raw<Span | null>(null);
  /** The mouse is still held. */
  dragging = $state(false);
  private anchor: Span | null = null;

  constructor(private readonly viewer: Viewer) {}

  clear(): void {
    this.span = null;
    this.anchor = null;
  }

  /** Starts at a point, with nothing selected yet. */
  startAt(point: Point): void {
    this.span = null;
    this.anchor = this.at(point);
  }

  /** Selects from where it started to a point. */
  extendTo(point: Point): void {
    const end = this.at(point);
    this.anchor ??= end;
    if (!end || !this.anchor) return;
    const span = union(this.anchor, end);
    this.span = isEmpty(span) ? null : span;
  }

  /** Selects a word. */
  word(point: Point): void {
    const span = this.at(point);
    this.anchor = this.span = span && !isEmpty(span) ? span : null;
  }

  /** Selects the sentence of a word. */
  async sentence(point: Point): Promise<void> {
    const word = this.at(point);
    if (!word || isEmpty(word)) return;
    const ranges = await this.viewer.sentence(word.start.page, word.start.word);
    this.anchor = this.span = spanOf(ranges);
  }

  /** Extends what is selected by a word if the arrow leads on along its last line, or takes one off if it leads back. */
  arrow(key: string): boolean {
    const { page, word } = this.span?.end ?? { page: 0, word: 0 };
    const view = this.viewer.loaded(page);
    const line = view?.lines.find(({ start, end }) => start < word && word <= end);
    const { on, back } = ARROWS[view && line ? courseOf(view, line) : 'right'];
    if (key === on || key === back) this.step(key === on ? 1 : -1);
    return key === on || key === back;
  }

  /** Extends what is selected by a word at its end, or takes one off. */
  private step(by: 1 | -1): void {
    if (!this.span) return;
    const { start, end } = this.span;
    const words = this.viewer.loaded(end.page)?.words.length ?? 0;
    const span = { start, end: { page: end.page, word: Math.min(words, end.word + by) } };
    if (!isEmpty(span)) this.span = span;
  }

  /** The selected words; all their pages are loaded first. */
  async ranges(): Promise<WordRange[]> {
    const { span } = this;
    if (!span) return [];
    await this.load(span);
    return rangesOf(span, this.viewer.loaded);
  }

  async text(): Promise<string> {
    const { span } = this;
    if (!span) return '';
    await this.load(span);
    return textOf(span, this.viewer.loaded);
  }

  private at({ page, x, y }: Point): Span | null {
    const view = this.viewer.loaded(page);
    const words = view && wordsAt(view, x, y);
    return words ? spanOn(page, words) : null;
  }

  private async load({ start, end }: Span): Promise<void> {
    for (let page = start.page; page <= end.page; page += 1) await this.viewer.text(page);
  }
}
