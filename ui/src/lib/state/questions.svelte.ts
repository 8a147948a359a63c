// Questions that passages of the collection shown answer: how many there are, a page of them, and what people do with
// them. Not for asking them.

import type { Backend } from '../backend/backend';
import { lastOffset, tallied } from '../questions/listing';
import { importText } from '../questions/words';
import type { Event } from '../types/Event';
import type { Origin } from '../types/Origin';
import type { QuestionCount } from '../types/QuestionCount';
import type { QuestionPage } from '../types/QuestionPage';
import type { WhichQuestions } from '../types/WhichQuestions';
import { count } from '../text/format';
import type { Notices } from './notices.svelte';

/** Questions listed at a time: a collection may have a hundred thousand. */
export const AT_A_TIME = 50;

const ALL: WhichQuestions = { document: null, kept: null, origin: null };
const NONE: QuestionPage = { questions: [], total: 0 };

export class Questions {
  /** Whether the list is in sight. */
  open = $state(false);
  which = $state.raw<WhichQuestions>(ALL);
  /** How many of those meant stand before the page shown; changes with it. */
  offset = $state(0);
  page = $state.raw<QuestionPage>(NONE);
  counts = $state.raw<QuestionCount[]>([]);
  /** The one whose passage was opened. */
  chosen = $state<number | null>(null);

  /** Whether they help to find the passages they are about. */
  help = $state(false);

  readonly tallied = $derived(tallied(this.counts));
  private collection: number | null = null;
  /** How many are to stand before the page that is on its way. */
  private wished = 0;
  /** Counts lists asked for, so that a slow one never replaces a later one. */
  private listed = 0;

  /** `changed` is called whenever people changed questions. */
  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
    private readonly changed: () => void,
  ) {}

  /** Turns to another collection. */
  async show(collection: number | null): Promise<void> {
    this.collection = collection;
    this.listed += 1;
    [this.which, this.wished, this.offset, this.page, this.counts, this.chosen] = [ALL, 0, 0, NONE, [], null];
    this.help = false;
    if (collection === null) this.open = false;
    await this.refresh();
  }

  /** Comes into sight, with all questions or those of one document. */
  async start(document: number | null = null): Promise<void> {
    this.open = true;
    await this.narrow({ ...ALL, document });
  }

  /** Lists only some of them, from the first on. */
  async narrow(some: Partial<WhichQuestions>): Promise<void> {
    this.which = { ...this.which, ...some };
    this.wished = 0;
    await this.refresh();
  }

  async turn(by: 1 | -1): Promise<void> {
    const last = lastOffset(this.page.total, AT_A_TIME);
    this.wished = Math.max(0, Math.min(this.wished + by * AT_A_TIME, last));
    await this.refresh();
  }

  add(document: number, passage: number, text: string): Promise<boolean> {
    return this.change('The question was not added', (collection) =>
      this.backend.addQuestion(collection, document, passage, text),
    );
  }

  edit(question: number, text: string): Promise<boolean> {
    return this.change('The question was not changed', () => this.backend.editQuestion(question, text));
  }

  /** Uses it, or sets it aside. */
  keep(question: number, kept: boolean): Promise<boolean> {
    return this.change('The question was not changed', () => this.backend.keepQuestion(question, kept));
  }

  delete(question: number): Promise<boolean> {
    return this.change('The question was not deleted', () => this.backend.deleteQuestion(question));
  }

  deleteAll(origin: Origin): Promise<boolean> {
    return this.change('The questions were not deleted', async (collection) => {
      const deleted = await this.backend.deleteQuestions(collection, { ...ALL, origin });
      this.notices.done(`${count(deleted, 'question')} deleted`);
    });
  }

  /** Lets them help the search, or not. */
  letHelp(help: boolean): Promise<boolean> {
    this.help = help;
    return this.change('The search was not changed', (collection) =>
      this.backend.setExpansion(collection, help ? 'words' : 'off'),
    );
  }

  import(file: string): Promise<boolean> {
    return this.change('Nothing was imported', async (collection) => {
      this.notices.done(importText(await this.backend.importQuestions(collection, file)));
    });
  }

  /** Writes those listed, on whatever page, to a file. */
  async export(file: string): Promise<void> {
    const { collection, which } = this;
    if (collection === null) return;
    await this.notices.tell('Nothing was exported', async () => {
      this.notices.done(`${count(await this.backend.exportQuestions(collection, which, file), 'question')} exported`);
    });
  }

  /** Runs write questions, and documents take theirs along; whether there may be others than before. */
  hear(event: Event): boolean {
    const ofCollection = event.type === 'tunings' || event.type === 'document_removed';
    const concerns = ofCollection ? event.data.collection === this.collection : event.type === 'idle';
    if (concerns) void this.refresh();
    return concerns;
  }

  private async change(what: string, work: (collection: number) => Promise<unknown>): Promise<boolean> {
    const { collection } = this;
    if (collection === null) return false;
    const done = await this.notices.tell(what, async () => {
      await work(collection);
      return true;
    });
    if (done) this.changed();
    await this.refresh();
    return done ?? false;
  }

  private async refresh(): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    const turn = ++this.listed;
    await this.notices.tell('The questions could not be listed', async () => {
      const [counts, page, expansion] = await Promise.all([
        this.backend.questionTally(collection),
        this.read(collection),
        this.backend.expansion(collection),
      ]);
      if (turn !== this.listed) return;
      [this.counts, this.page, this.offset, this.help] = [counts, page, this.wished, expansion !== 'off'];
    });
  }

  /** The page in sight; where there is none any more, the last one. */
  private async read(collection: number): Promise<QuestionPage> {
    if (!this.open) return NONE;
    const page = await this.backend.questions(collection, this.which, this.wished, AT_A_TIME);
    const last = lastOffset(page.total, AT_A_TIME);
    if (this.wished <= last) return page;
    this.wished = last;
    return this.backend.questions(collection, this.which, last, AT_A_TIME);
  }
}
