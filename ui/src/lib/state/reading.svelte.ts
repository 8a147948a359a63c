// Moving in the document shown: find, places, outline, links, and the panel beside the pages.

import { tick } from 'svelte';
import type { Backend } from '../backend/backend';
import type { PageLink } from '../types/PageLink';
import { words } from '../words/words';
import { Find } from './find.svelte';
import type { Notices } from './notices.svelte';
import { Outline } from './outline.svelte';
import { Places } from './places.svelte';
import type { Viewer } from './viewer.svelte';

/** What the panel beside the pages shows. */
export type Side = 'outline' | 'thumbnails';

const KEY = 'pincite.side';

export class Reading {
  readonly find: Find;
  readonly places: Places;
  readonly outline: Outline;
  side = $state<Side | null>(kept());
  /** The dialog that chooses the pages to print. */
  printing = $state(false);

  constructor(
    private readonly backend: Backend,
    private readonly viewer: Viewer,
    private readonly notices: Notices,
  ) {
    this.find = new Find(backend, viewer, notices);
    this.places = new Places(viewer);
    this.outline = new Outline(backend, viewer);
  }

  /** Opens the panel, or closes it if it shows this already. */
  toggleSide(side: Side): void {
    this.side = this.side === side ? null : side;
    localStorage.setItem(KEY, this.side ?? '');
  }

  /** Asks which pages to print, also while an earlier dialog of the system is still open. */
  async print(): Promise<void> {
    this.printing = false;
    await tick();
    this.printing = true;
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

function kept(): Side | null {
  const side = localStorage.getItem(KEY);
  return side === 'outline' || side === 'thumbnails' ? side : null;
}
