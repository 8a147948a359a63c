// Widths of the panes, as shares of the window, kept from one day to the next.

import { clampShares, type Shares } from './shares';

const KEY = 'pincite.panes';
const START: Shares = { library: 0.2, search: 0.355 };

export class Panes {
  shares = $state<Shares>(kept() ?? START);

  /** Moves the edge of a pane by a share of the window. */
  move(pane: keyof Shares, by: number): void {
    this.shares = clampShares({ ...this.shares, [pane]: this.shares[pane] + by });
    localStorage.setItem(KEY, JSON.stringify(this.shares));
  }
}

function kept(): Shares | null {
  try {
    const { library, search } = JSON.parse(localStorage.getItem(KEY) ?? '') as Shares;
    return Number.isFinite(library + search) ? clampShares({ library, search }) : null;
  } catch {
    return null;
  }
}
