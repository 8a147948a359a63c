// Questions that the user asked of the collection shown: the list, and going back through it like in a shell. Not for
// asking them, nor for whether they are kept (`memory`).

import type { Backend } from '../backend/interface';
import { words } from '../words/language';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

export class History {
  /** The last one first, each text once. */
  list = $state.raw<readonly string[]>([]);
  private collection: number | null = null;
  /** Place of the question that the field shows; -1 while it shows what was typed. */
  private at = -1;
  private typed = '';
  private readonly listing = new Latest();

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
  ) {}

  async show(collection: number | null): Promise<void> {
    this.collection = collection;
    this.list = [];
    this.rest();
    this.listing.cancel();
    if (collection === null) return;
    await this.notices.attempt(words.failures.listAsked, () =>
      this.listing.take(this.backend.askedQuestions(collection), (asked) => {
        this.list = once(asked.map(({ text }) => text));
      }),
    );
  }

  /** Puts a question in front, as the engine does once it has answered. */
  add(text: string): void {
    this.list = once([text, ...this.list]);
    this.rest();
  }

  async remove(text: string): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    await this.notices.attempt(words.failures.forgetQuestion, async () => {
      await this.backend.forgetQuestion(collection, text);
      this.list = this.list.filter((earlier) => earlier !== text);
      this.rest();
    });
  }

  /** Forgets all in the window: they are cleared. */
  clear(): void {
    this.list = [];
    this.rest();
  }

  /** The question before the one in the field, or null at the first one. */
  earlier(field: string): string | null {
    if (this.list[this.at] !== field) {
      this.at = -1;
      this.typed = field;
    }
    // The question just asked is still in the field: the one before it is meant.
    const next = this.at < 0 && this.list[0] === field ? 1 : this.at + 1;
    const found = this.list[next];
    if (found === undefined) return null;
    this.at = next;
    return found;
  }

  /** The question after the one in the field, at last what was typed; null if no earlier one is in the field. */
  later(field: string): string | null {
    if (this.at < 0 || this.list[this.at] !== field) return null;
    this.at -= 1;
    return this.list[this.at] ?? this.typed;
  }

  private rest(): void {
    this.at = -1;
    this.typed = '';
  }
}

/** Each text once, at its first place. */
const once = (texts: readonly string[]) => [...new Set(texts)];
