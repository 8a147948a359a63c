// Which passages the user marked as relevant to a question, or not. Not for training with them.

import type { Backend } from '../backend/backend';
import type { Hit } from '../types/Hit';
import type { Mark } from '../types/Mark';
import { sameQuestion } from '../text/question';
import { words } from '../words/words';
import type { Notices } from './notices.svelte';

export class Feedback {
  /** Marks of the collection shown. */
  list = $state.raw<Mark[]>([]);
  /** How many passages are marked as relevant. */
  readonly answers = $derived(this.list.filter(({ answers }) => answers).length);
  private collection: number | null = null;

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
  ) {}

  async show(collection: number | null): Promise<void> {
    this.collection = collection;
    this.list = [];
    if (collection === null) return;
    await this.notices.attempt(words.failures.listMarks, async () => {
      const list = await this.backend.marks(collection);
      if (this.collection === collection) this.list = list;
    });
  }

  /** The mark of a passage for this question, if it has one. */
  of(question: string, hit: Hit): Mark | null {
    const about = ({ document, passage }: Mark) => document === hit.document && passage === hit.id;
    return this.list.find((mark) => about(mark) && sameQuestion(mark.question, question)) ?? null;
  }

  /** Marks a passage. The same mark a second time removes it. Returns how to undo this, or null if it failed. */
  async toggle(question: string, hit: Hit, answers: boolean): Promise<(() => Promise<void>) | null> {
    const before = this.of(question, hit)?.answers ?? null;
    const { collection } = this;
    if (collection === null || !(await this.set(collection, question, hit, before === answers ? null : answers)))
      return null;
    return async () => void (await this.set(collection, question, hit, before));
  }

  /** Makes a passage relevant, not relevant, or with null unmarked; whether that worked. */
  private async set(collection: number, question: string, hit: Hit, answers: boolean | null): Promise<boolean> {
    const known = this.of(question, hit);
    const worked = await this.notices.attempt(words.failures.mark, async () => {
      const asked = known?.question ?? question;
      if (answers === null && known) await this.backend.unmark(known.id);
      const mark = answers === null ? [] : [await this.backend.mark(collection, asked, hit.document, hit.id, answers)];
      if (this.collection === collection) this.list = [...this.list.filter((one) => one !== known), ...mark];
      return true;
    });
    return worked ?? false;
  }
}
