// The document shown on the right: the sizes of its pages, the scale, and the highlights.

import type { Backend } from '../backend/interface';
import { asProblem } from '../backend/problem';
import type { Highlight } from '../types/Highlight';
import type { Hit } from '../types/Hit';
import type { PageSize } from '../types/PageSize';
import type { PageView } from '../types/PageView';
import type { Problem } from '../types/Problem';
import type { Rect } from '../types/Rect';
import type { Position } from '../reading/occurrences';
import { pageText } from '../text/format';
import { fitScale, nextZoom, PIXELS_PER_POINT, stack, type Anchor } from '../viewer/stack';
import type { TextMargins } from '../types/TextMargins';
import type { WordRange } from '../types/WordRange';
import { cropOf, framesOf } from '../viewer/crop';
import type { View } from '../viewer/float';
import { Pictures } from '../viewer/pictures';
import type { Place, Shown } from '../viewer/place';
import { Texts } from '../viewer/texts';
import { keep } from './keep.svelte';
import { Latest } from './latest';

/** Space kept free on either side of a page that is fitted, in CSS pixels. */
const MARGIN = 20;

/** What is highlighted in a document, and its first page: a result, or the passage of a question. */
export type Marked = Pick<Hit, 'page' | 'highlights'>;

/** A position to scroll to. A new object each time, so that the same position can be shown twice. */
export interface Target {
  page: number;
  rect: Rect | null;
}

export class Viewer {
  document = $state.raw<Shown | null>(null);
  sizes = $state.raw<PageSize[]>([]);
  problem = $state.raw<Problem | null>(null);
  highlights = $state.raw<Highlight[]>([]);
  target = $state.raw<Target | null>(null);
  /** Page shown, counted from 0. */
  page = $state(0);
  /** The height at which one reads, a third of the pane below its top. */
  anchor = $state.raw<Anchor>({ page: 0, share: 0 });
  /** Told before the view goes elsewhere, so that one can come back. */
  onLeave: () => void = () => undefined;
  /** Zoom, 1 being 100 %; null fits the page to the pane. */
  zoom = $state<number | null>(null);
  paneWidth = $state(0);
  /** The part of the scroll of pages that is in sight, in pixels. */
  view = $state.raw<View>({ left: 0, top: 0, width: 0, height: 0 });
  /** Whether the margins of pages are cropped, so that their text is as large as can be. */
  readonly fitText = keep('fit-text', true);
  private margins = $state.raw<TextMargins | null>(null);
  private readonly texts = new Texts((page) => this.words(page));
  readonly pictures = new Pictures();
  /** A late answer about an earlier document changes nothing. */
  private readonly loading = new Latest();
  /** Whether what is asked about now is still shown. */
  private isShown = this.loading.begin();

  /** What is cut off every page, in points. */
  readonly crop = $derived(cropOf(this.fitText.value ? this.margins : null));
  /** What is shown of each page. */
  readonly frames = $derived(framesOf(this.sizes, this.crop));
  readonly scale = $derived(
    this.zoom === null ? fitScale(this.frames, this.paneWidth, MARGIN) : this.zoom * PIXELS_PER_POINT,
  );
  readonly stack = $derived(stack(this.frames, this.scale));
  readonly percent = $derived(Math.round((this.scale / PIXELS_PER_POINT) * 100));

  constructor(private readonly backend: Backend) {}

  /** Shows a document from its first page, or from what is highlighted in it. */
  async show(document: Shown, marked: Marked | null = null): Promise<void> {
    this.onLeave();
    this.highlights = marked?.highlights ?? [];
    if (document.id !== this.document?.id || this.problem) await this.load(document);
    if (this.document?.id !== document.id) return;
    this.target = marked ? { page: marked.page, rect: markOf(marked) } : { page: 0, rect: null };
  }

  /** Loads the document again: its problem may be solved. */
  async reopen(): Promise<void> {
    if (this.document) await this.load(this.document);
  }

  close(): void {
    this.loading.cancel();
    this.document = null;
    this.sizes = [];
    this.texts.clear();
    this.highlights = [];
    this.target = null;
    this.problem = null;
  }

  goTo(page: number): void {
    this.goToPlace(page, null);
  }

  /** Goes to a page, or to a height on it in points. */
  goToPlace(page: number, y: number | null): void {
    this.onLeave();
    this.reveal(Math.max(0, Math.min(page, this.sizes.length - 1)), y === null ? null : { x0: 0, y0: y, x1: 0, y1: y });
  }

  /** Scrolls to a place without leaving the one before. */
  reveal(page: number, rect: Rect | null): void {
    this.target = { page, rect };
  }

  /** What is being read. */
  position(): Position {
    const { page, share } = this.anchor;
    return { page, y: share * (this.sizes[page]?.height ?? 0) };
  }

  /** The place in sight, if a document is shown. */
  place(): Place | null {
    const { document, anchor, highlights } = this;
    return document && this.sizes.length ? { document, anchor, highlights } : null;
  }

  /** Shows a place again as it was left. */
  async restore({ document, anchor, highlights }: Place): Promise<void> {
    this.highlights = highlights;
    if (document.id !== this.document?.id || this.problem) await this.load(document);
    if (this.document?.id !== document.id) return;
    const y = anchor.share * (this.sizes[anchor.page]?.height ?? 0);
    this.reveal(anchor.page, { x0: 0, y0: y, x1: 0, y1: y });
  }

  /** The printed label of a page, else its number from 1. */
  labelOf(page: number): string {
    return this.sizes[page]?.label || String(page + 1);
  }

  /** "p. 12", or "PDF p. 4" for a page without a printed label. */
  pageName(page: number): string {
    return pageText(this.sizes[page]?.label ?? '', page);
  }

  /** Finds a page by its printed label, else by its number from 1. */
  find(written: string): number | null {
    const wanted = written.trim().toLowerCase();
    const labelled = this.sizes.find(({ label }) => label.toLowerCase() === wanted);
    if (labelled) return labelled.page;
    const number = Number(wanted);
    return Number.isInteger(number) && number >= 1 && number <= this.sizes.length ? number - 1 : null;
  }

  zoomBy(direction: 1 | -1): void {
    this.zoom = nextZoom(this.scale / PIXELS_PER_POINT, direction);
  }

  fit(): void {
    this.zoom = null;
  }

  /** Crops the margins, or shows them again. The choice is remembered. */
  toggleFitText(): void {
    this.fitText.value = !this.fitText.value;
    this.zoom = null;
  }

  /** The words of a page, read once. */
  text = (page: number): Promise<PageView> => this.texts.get(page);

  /** The words of a page, if they are read already. */
  loaded = (page: number): PageView | undefined => this.texts.loaded(page);

  /** The sentence of a word, counted from 0, of a page. */
  async sentence(page: number, word: number): Promise<WordRange[]> {
    return this.document ? this.backend.sentence(this.document.id, page, word) : [];
  }

  /** The words of a page. A missing password concerns all pages, and becomes the problem of the document. */
  async words(page: number): Promise<PageView> {
    const { document, isShown } = this;
    if (!document) throw new Error('no document is open');
    try {
      return await this.backend.page(document.id, page);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (problem.code === 'pdf.password' && isShown()) this.problem = problem;
      throw thrown;
    }
  }

  image(page: number, scale: number): string {
    return this.document ? this.backend.pageImage(this.document.id, page, scale, this.document.hash) : '';
  }

  /** Without them pages are shown with their margins. */
  private async marginsOf(document: Shown): Promise<TextMargins | null> {
    try {
      return await this.backend.textMargins(document.id);
    } catch {
      return null;
    }
  }

  private async load(document: Shown): Promise<void> {
    this.document = document;
    this.problem = null;
    this.sizes = [];
    this.texts.clear();
    this.page = 0;
    const isShown = (this.isShown = this.loading.begin());
    try {
      const [sizes, margins] = await Promise.all([this.backend.pageSizes(document.id), this.marginsOf(document)]);
      if (isShown()) [this.sizes, this.margins] = [sizes, margins];
    } catch (thrown) {
      if (isShown()) this.problem = asProblem(thrown);
    }
  }
}

/** The first line of the best sentence: this is scrolled to. */
function markOf(marked: Marked): Rect | null {
  const onPage = marked.highlights.filter(({ page }) => page === marked.page);
  const sentence = onPage.filter(({ kind }) => kind === 'sentence');
  const rects = (sentence.length ? sentence : onPage).map(({ rect }) => rect);
  return rects.reduce<Rect | null>((top, rect) => (top && top.y0 <= rect.y0 ? top : rect), null);
}
