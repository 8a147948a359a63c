// The last thing that can be undone. One step is enough: a notice offers it at once. Not for typing in fields.

import { words } from '../words/language';
import type { Notices } from './notices.svelte';

export class Undo {
  private step: (() => Promise<unknown>) | null = null;

  constructor(private readonly notices: Notices) {}

  /** Says what was done, and keeps how to undo it until something else is done. */
  offer(done: string, undo: () => Promise<unknown>): void {
    this.step = undo;
    this.notices.offer(done, { name: words.app.undo, run: () => void this.takeBack() });
  }

  /** Undoes what a message offers to undo, or else the last step, once. */
  async run(): Promise<void> {
    if (!this.notices.undo()) await this.takeBack();
  }

  private async takeBack(): Promise<void> {
    const { step } = this;
    this.step = null;
    if (!step) return;
    await step();
    this.notices.done(words.done.undone);
  }
}
