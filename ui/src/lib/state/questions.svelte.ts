// Questions with a known passage in the collection shown: their number, one page of them, and changes by the user.
// Not for searching with them.

import type { Backend } from '../backend/interface';
import { lastOffset, tallied } from '../questions/listing';
import { importText } from '../questions/describe';
import type { Event } from '../types/Event';
import type { Origin } from '../types/Origin';
import type { QuestionCount } from '../types/QuestionCount';
import type { QuestionPage } from '../types/QuestionPage';
import type { WhichQuestions } from '../types/WhichQuestions';
import { words } from '../words/language';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

const { done, failures } = words;

/** Questions listed at a time: a collection may have a hundred thousand. */
export const AT_A_TIME = 50;

const ALL: WhichQuestions = { document: null, kept: null, origin: null };
const NONE: QuestionPage = { questions: [], total: 0 };

export class Questions {
  /** Whether the pane is shown. */
  open = $state(false);
  which = $state.raw<WhichQuestions>(ALL);
  /** How many of the questions are before the page shown; changes together with the page. */
  offset = $state(0);
  page = $state.raw<QuestionPage>(NONE);
  counts = $state.raw<QuestionCount[]>([]);
  /** The one whose passage was opened. */
  chosen = $state<number | null>(null);

  readonly tallied = $derived(tallied(this.counts));
  private collection: number | null = null;
  /** Offset of the page that is being loaded. */
  private wanted = 0;
  private readonly listing = new Latest();

  /** `changed` is called whenever the user changed questions. */
  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
    private readonly changed: () => void,
  ) {}

  /** Changes to another collection. */
  async show(collection: number | null): Promise<void> {
    this.collection = collection;
    this.listing.cancel();
    [this.which, this.wanted, this.offset, this.page, this.counts, this.chosen] = [ALL, 0, 0, NONE, [], null];
    if (collection === null) this.open = false;
    await this.refresh();
  }

  /** Opens the pane, with all questions or those about one document. */
  async start(document: number | null = null): Promise<void> {
    this.open = true;
    await this.narrow({ ...ALL, document });
  }

  /** Lists only some of them, from the first on. */
  async narrow(some: Partial<WhichQuestions>): Promise<void> {
    this.which = { ...this.which, ...some };
    this.wanted = 0;
    await this.refresh();
  }

  async turn(by: 1 | -1): Promise<void> {
    const last = lastOffset(this.page.total, AT_A_TIME);
    this.wanted = Math.max(0, Math.min(this.wanted + by * AT_A_TIME, last));
    await this.refresh();
  }

  add(document: number, passage: number, text: string): Promise<boolean> {
    return this.change(failures.saveQuestion, (collection) =>
      this.backend.addQuestion(collection, document, passage, text),
    );
  }

  edit(question: number, text: string): Promise<boolean> {
    return this.change(failures.saveQuestion, () => this.backend.editQuestion(question, text));
  }

  /** Activates a question, or deactivates it. */
  keep(question: number, kept: boolean): Promise<boolean> {
    return this.change(failures.saveQuestion, () => this.backend.keepQuestion(question, kept));
  }

  delete(question: number): Promise<boolean> {
    return this.change(failures.deleteQuestion, () => this.backend.deleteQuestion(question));
  }

  deleteAll(origin: Origin): Promise<boolean> {
    return this.change(failures.deleteQuestions, async (collection) => {
      const deleted = await this.backend.deleteQuestions(collection, { ...ALL, origin });
      this.notices.done(done.questionsDeleted(deleted));
    });
  }

  import(file: string): Promise<boolean> {
    return this.change(failures.importQuestions, async (collection) => {
      this.notices.done(importText(await this.backend.importQuestions(collection, file)));
    });
  }

  /** Writes all questions of the list, on every page, to a file. */
  async export(file: string): Promise<void> {
    const { collection, which } = this;
    if (collection === null) return;
    await this.notices.attempt(failures.exportQuestions, async () => {
      this.notices.done(done.questionsExported(await this.backend.exportQuestions(collection, which, file)));
    });
  }

  /** Reads the list again if the event may have changed it; whether it did. */
  handle(event: Event): boolean {
    const ofCollection = event.type === 'tunings' || event.type === 'document_removed';
    const concerns = ofCollection ? event.data.collection === this.collection : event.type === 'idle';
    if (concerns) void this.refresh();
    return concerns;
  }

  private async change(failure: string, work: (collection: number) => Promise<unknown>): Promise<boolean> {
    const { collection } = this;
    if (collection === null) return false;
    const changed = await this.notices.worked(failure, () => work(collection));
    if (changed) this.changed();
    await this.refresh();
    return changed;
  }

  private async refresh(): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    const asked = () => Promise.all([this.backend.questionTally(collection), this.read(collection)]);
    await this.notices.attempt(failures.listQuestions, () =>
      this.listing.take(asked(), ([counts, page]) => {
        [this.counts, this.page, this.offset] = [counts, page, this.wanted];
      }),
    );
  }

  /** The page wanted, or the last one if there are fewer pages now. */
  private async read(collection: number): Promise<QuestionPage> {
    if (!this.open) return NONE;
    const page = await this.backend.questions(collection, this.which, this.wanted, AT_A_TIME);
    const last = lastOffset(page.total, AT_A_TIME);
    if (this.wanted <= last) return page;
    this.wanted = last;
    return this.backend.questions(collection, this.which, last, AT_A_TIME);
  }
}
