// Back and forward through the places that were read, as in a browser. Not for scrolling: the viewer shows a place.

import type { Place } from '../viewer/place';
import type { Viewer } from './viewer.svelte';

/** Places kept in each direction. */
const MOST = 100;
/** Two places on a page count as one if they are closer than this share of it. */
const NEAR = 0.02;

export class Places {
  private behind = $state.raw<Place[]>([]);
  private ahead = $state.raw<Place[]>([]);

  readonly canGoBack = $derived(this.behind.length > 0);
  readonly canGoForward = $derived(this.ahead.length > 0);

  constructor(private readonly viewer: Viewer) {
    viewer.onLeave = () => this.leave();
  }

  /** Remembers the place in sight: the view is about to move elsewhere. */
  leave(): void {
    const here = this.viewer.place();
    if (!here) return;
    this.behind = pushed(this.behind, here);
    this.ahead = [];
  }

  async back(): Promise<void> {
    const place = this.behind.at(-1);
    if (!place) return;
    this.behind = this.behind.slice(0, -1);
    this.ahead = this.withHere(this.ahead);
    await this.viewer.restore(place);
  }

  async forward(): Promise<void> {
    const place = this.ahead.at(-1);
    if (!place) return;
    this.ahead = this.ahead.slice(0, -1);
    this.behind = this.withHere(this.behind);
    await this.viewer.restore(place);
  }

  /** Drops the places of a document that was removed, or with null all of them. */
  forget(document: number | null): void {
    const keeps = (place: Place) => document !== null && place.document.id !== document;
    this.behind = this.behind.filter(keeps);
    this.ahead = this.ahead.filter(keeps);
  }

  private withHere(places: Place[]): Place[] {
    const here = this.viewer.place();
    return here ? pushed(places, here) : places;
  }
}

function pushed(places: Place[], place: Place): Place[] {
  const last = places.at(-1);
  return last && isNear(last, place) ? places : [...places, place].slice(-MOST);
}

function isNear(a: Place, b: Place): boolean {
  const samePage = a.document.id === b.document.id && a.anchor.page === b.anchor.page;
  return samePage && Math.abs(a.anchor.share - b.anchor.share) < NEAR;
}
