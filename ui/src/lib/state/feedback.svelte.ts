// Which passages the user marked as relevant to a question, or not. Not for training with them.

import type { Backend } from '../backend/interface';
import type { Hit } from '../types/Hit';
import type { Mark } from '../types/Mark';
import { sameQuestion } from '../text/question';
import { words } from '../words/language';
import { importText } from '../questions/describe';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';
import type { Undo } from './undo.svelte';

const { done } = words;

export class Feedback {
  /** Marks of the collection shown. */
  list = $state.raw<Mark[]>([]);
  /** How many passages are marked as relevant. */
  readonly answers = $derived(this.list.filter(({ answers }) => answers).length);
  private collection: number | null = null;
  private readonly listing = new Latest();

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
    private readonly undo: Undo,
    /** Called when the user changed marks. */
    private readonly changed: () => unknown,
  ) {}

  async show(collection: number | null): Promise<void> {
    this.collection = collection;
    this.list = [];
    this.listing.cancel();
    await this.refresh();
  }

  /** Loads those of the collection shown again: others may have changed them. */
  async refresh(): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    await this.notices.attempt(words.failures.listMarks, () =>
      this.listing.take(this.backend.marks(collection), (list) => (this.list = list)),
    );
  }

  /** Takes marks from a file that was exported. */
  async import(): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    await this.notices.attempt(words.failures.importMarks, async () => {
      const file = await this.backend.chooseLines(words.dialogs.importMarks);
      if (!file) return;
      this.notices.done(importText(await this.backend.importMarks(collection, file), done.marksImported));
      this.changed();
      await this.show(collection);
    });
  }

  /** The mark of a passage for this question, if it has one. */
  of(question: string, hit: Hit): Mark | null {
    const about = ({ document, passage }: Mark) => document === hit.document && passage === hit.id;
    return this.list.find((mark) => about(mark) && sameQuestion(mark.question, question)) ?? null;
  }

  /** Marks a result as relevant to the question, or as not relevant; the same mark again removes it. It can be undone. */
  async mark(question: string, hit: Hit, relevant: boolean): Promise<void> {
    const undo = await this.toggle(question, hit, relevant);
    this.changed();
    if (!undo) return;
    const mark = this.of(question, hit);
    const said = mark ? (mark.answers ? done.markedRelevant : done.markedIrrelevant) : done.unmarked;
    this.undo.offer(said, () => undo().then(() => this.changed()));
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
    return this.notices.worked(words.failures.mark, async () => {
      const asked = known?.question ?? question;
      if (answers === null && known) await this.backend.unmark(known.id);
      const mark = answers === null ? [] : [await this.backend.mark(collection, asked, hit.document, hit.id, answers)];
      if (this.collection === collection) this.list = [...this.list.filter((one) => one !== known), ...mark];
    });
  }
}
