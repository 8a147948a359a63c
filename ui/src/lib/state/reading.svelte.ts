// Moving in the document shown: find, places, outline, links, printing, and the panel beside the pages.

import type { Backend } from '../backend/interface';
import type { PageLink } from '../types/PageLink';
import { words } from '../words/language';
import { Find } from './find.svelte';
import { keep, oneOf } from './keep.svelte';
import type { Notices } from './notices.svelte';
import { Outline } from './outline.svelte';
import { Places } from './places.svelte';
import { Printing } from './printing.svelte';
import type { Viewer } from './viewer.svelte';

/** What the panel beside the pages shows. */
export type Side = 'outline' | 'thumbnails';

export class Reading {
  readonly find: Find;
  readonly places: Places;
  readonly outline: Outline;
  readonly printing: Printing;
  readonly side = keep<Side | null>('side', null, oneOf(['outline', 'thumbnails', null]));

  constructor(
    private readonly backend: Backend,
    private readonly viewer: Viewer,
    private readonly notices: Notices,
  ) {
    this.find = new Find(backend, viewer, notices);
    this.places = new Places(viewer);
    this.outline = new Outline(backend, viewer);
    this.printing = new Printing(viewer, notices);
  }

  /** Opens the panel, or closes it if it shows this already. */
  toggleSide(side: Side): void {
    this.side.value = this.side.value === side ? null : side;
  }

  /** The links on a page. A page whose links cannot be read has none: its picture says what is wrong. */
  async links(page: number): Promise<PageLink[]> {
    const id = this.viewer.document?.id;
    return id === undefined ? [] : this.backend.links(id, page).catch(() => []);
  }

  /** Goes where a link leads. An address is copied: Pincite opens nothing outside of it. */
  async follow({ target }: PageLink): Promise<void> {
    if (target.type === 'place') return this.viewer.goToPlace(target.page, target.y);
    await this.notices.attempt(words.failures.copy, async () => {
      await this.backend.copy(target.address);
      this.notices.done(words.reading.addressCopied);
    });
  }
}
