// Printing pages of the document shown: first their pictures, then the system's own dialog.

import { tick } from 'svelte';
import { SCALE } from '../reading/print';
import { free } from '../viewer/pictures';
import { words } from '../words/language';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';
import type { Viewer } from './viewer.svelte';

export class Printing {
  /** Whether the dialog is shown that chooses the pages. */
  choosing = $state(false);
  /** Whether pictures are being drawn for the printer. */
  preparing = $state(false);
  /** The pictures that the system's dialog prints. It does so last, so they stay until it has printed. */
  sheets = $state.raw<readonly HTMLImageElement[]>([]);
  private readonly requests = new Latest();

  constructor(
    private readonly viewer: Viewer,
    private readonly notices: Notices,
    /** Opens the system's dialog. */
    private readonly open: () => void = () => window.print(),
  ) {}

  /** Asks which pages to print. What an earlier dialog of the system still has to print stays. */
  show(): void {
    this.choosing = true;
  }

  close(): void {
    this.requests.cancel();
    this.choosing = this.preparing = false;
  }

  /** Prints pages once the pictures of all of them are there. A picture that is missing would be an empty sheet. */
  async print(pages: readonly number[]): Promise<void> {
    const isLatest = this.requests.begin();
    this.preparing = true;
    const pictures = await Promise.all(pages.map((page) => this.picture(page)));
    const drawn = pictures.filter((picture) => picture !== null);
    if (!isLatest()) return drawn.forEach(free);
    this.close();
    if (drawn.length < pages.length) {
      drawn.forEach(free);
      return this.notices.problem(words.failures.print, [words.reading.print.notDrawn]);
    }
    this.replace(drawn);
    await tick();
    globalThis.addEventListener?.('afterprint', () => this.replace([]), { once: true });
    this.open();
  }

  private picture(page: number): Promise<HTMLImageElement | null> {
    return this.viewer.pictures.want(this.viewer.image(page, SCALE), () => 0).picture;
  }

  private replace(sheets: readonly HTMLImageElement[]): void {
    this.sheets.forEach(free);
    this.sheets = sheets;
  }
}
