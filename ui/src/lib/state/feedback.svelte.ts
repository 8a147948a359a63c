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

  /** Marks a passage. The same mark a second time removes it. */
  async toggle(question: string, hit: Hit, answers: boolean): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    const known = this.of(question, hit);
    await this.notices.attempt(words.failures.mark, async () => {
      const others = this.list.filter((mark) => mark !== known);
      if (known?.answers === answers) {
        await this.backend.unmark(known.id);
        this.list = others;
      } else {
        const asked = known?.question ?? question;
        this.list = [...others, await this.backend.mark(collection, asked, hit.document, hit.id, answers)];
      }
    });
  }
}
