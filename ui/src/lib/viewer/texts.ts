// The words of pages, read once and kept as long as they are likely to be needed again.

import type { PageView } from '../types/PageView';

/** Pages kept; the oldest goes first. */
const MOST = 60;

interface Entry {
  coming: Promise<PageView>;
  /** Once it is there. */
  view?: PageView;
}

export class Texts {
  private pages = new Map<number, Entry>();

  constructor(private readonly read: (page: number) => Promise<PageView>) {}

  /** The words of a page. A page that could not be read is read again the next time. */
  get(page: number): Promise<PageView> {
    const known = this.pages.get(page);
    if (known) return known.coming;
    const entry: Entry = { coming: this.read(page) };
    this.pages.set(page, entry);
    entry.coming.then(
      (view) => (entry.view = view),
      () => this.pages.get(page) === entry && this.pages.delete(page),
    );
    const [oldest] = this.pages.keys();
    if (this.pages.size > MOST && oldest !== undefined) this.pages.delete(oldest);
    return entry.coming;
  }

  /** The words of a page, if they are read already. */
  loaded = (page: number): PageView | undefined => this.pages.get(page)?.view;

  clear(): void {
    this.pages.clear();
  }
}
