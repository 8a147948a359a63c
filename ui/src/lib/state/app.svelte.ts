// The whole window: one store per concern, and the few acts that touch more than one of them.

import { createContext } from 'svelte';
import type { Backend } from '../backend/backend';
import type { DocumentView } from '../types/DocumentView';
import type { Mode } from '../types/Mode';
import type { QuestionView } from '../types/QuestionView';
import { Encoder } from './encoder.svelte';
import { Feedback } from './feedback.svelte';
import { Inquiry, NEXT_MODE } from './inquiry.svelte';
import { Library } from './library.svelte';
import { Notices } from './notices.svelte';
import { Panes } from './panes.svelte';
import { Questions } from './questions.svelte';
import { Suggestions } from './suggestions.svelte';
import { Theme } from './theme.svelte';
import { Tuning } from './tuning.svelte';
import { Viewer } from './viewer.svelte';

/** What the name of a file of pairs, or of questions, ends like. */
const LINES = /\.jsonl$/i;

export class App {
  readonly notices = new Notices();
  readonly theme = new Theme();
  readonly panes = new Panes();
  readonly encoder: Encoder;
  readonly library: Library;
  readonly inquiry: Inquiry;
  readonly viewer: Viewer;
  readonly feedback: Feedback;
  readonly tuning: Tuning;
  readonly questions: Questions;
  readonly suggestions: Suggestions;

  constructor(readonly backend: Backend) {
    this.encoder = new Encoder(backend, this.notices);
    this.library = new Library(backend, this.notices);
    this.inquiry = new Inquiry(backend);
    this.viewer = new Viewer(backend);
    this.feedback = new Feedback(backend, this.notices);
    this.tuning = new Tuning(backend, this.notices);
    this.suggestions = new Suggestions(backend, this.notices);
    this.questions = new Questions(backend, this.notices, () => {
      void this.suggestions.refresh();
      void this.tuning.sourcesChanged();
    });
  }

  async open(): Promise<void> {
    await this.backend.onEvent((event) => {
      this.tuning.hear(event);
      if (this.questions.hear(event)) void this.suggestions.refresh();
    });
    await this.library.open();
    if (this.library.loaded) void this.encoder.look();
  }

  async showCollection(collection: number): Promise<void> {
    if (collection === this.library.current) return;
    this.inquiry.clear();
    this.viewer.close();
    await this.library.show(collection);
  }

  /** Done when the answer is there: its page comes when it comes. */
  async ask(): Promise<void> {
    if (this.library.current === null) return;
    await this.inquiry.ask(this.library.current);
    if (this.inquiry.hits.length) void this.openHit(0);
  }

  /** Asks a suggested question of all documents that may answer it. */
  async askSuggested({ text, document }: QuestionView): Promise<void> {
    this.inquiry.text = text;
    if (this.inquiry.document !== document) this.inquiry.document = null;
    await this.ask();
  }

  /** Changes what is searched; a question already answered is asked again. */
  async setMode(mode: Mode): Promise<void> {
    this.inquiry.mode = mode;
    await this.askAgain();
  }

  /** Asks only one document, or with null the whole collection; a question already answered is asked again. */
  async setScope(document: number | null): Promise<void> {
    this.inquiry.document = document;
    this.questions.open = false;
    await this.askAgain();
  }

  /** Lets questions help the search, or not; a question already answered is asked again. */
  async letHelp(help: boolean): Promise<void> {
    if (await this.questions.letHelp(help)) await this.askAgain();
  }

  async openHit(place: number): Promise<void> {
    const hit = this.inquiry.choose(place);
    if (!hit) return;
    const document = this.library.document(hit.document);
    const { hash = '' } = document ?? {};
    this.tuning.open = false;
    await this.viewer.show({ id: hit.document, name: hit.document_name, hash }, hit);
  }

  /** Shows the passage that a question is about, with the sentence that answers it best. */
  async openQuestion({ id, text, document, passage, page }: QuestionView): Promise<void> {
    const listed = this.library.document(document);
    if (!listed || passage === null) return;
    this.questions.chosen = id;
    this.tuning.open = false;
    await this.notices.tell('The passage was not opened', async () => {
      const highlights = await this.backend.highlights(document, passage, text);
      const best = highlights.find(({ kind }) => kind === 'sentence') ?? highlights[0];
      const marked = { page: best?.page ?? page ?? 0, highlights };
      if (this.questions.chosen === id) await this.viewer.show(listed, marked);
    });
  }

  async cycleMode(): Promise<void> {
    await this.setMode(NEXT_MODE[this.inquiry.mode]);
  }

  async openDocument(document: DocumentView): Promise<void> {
    this.tuning.open = false;
    await this.viewer.show(document);
  }

  /** Tries a password on a locked document, and shows it if it is the one in sight. */
  async unlock(document: DocumentView, password: string): Promise<void> {
    await this.library.retry(document, password);
    if (this.viewer.document?.id === document.id) await this.viewer.reopen();
  }

  async remove(document: DocumentView): Promise<void> {
    await this.library.remove(document);
    if (this.viewer.document?.id === document.id) this.viewer.close();
    if (this.inquiry.document === document.id) this.inquiry.document = null;
  }

  /** Marks the passage chosen as answering the question that was asked, or not. */
  async mark(answers: boolean): Promise<void> {
    const { answer, hit } = this.inquiry;
    if (answer && hit) await this.feedback.toggle(answer.question.text, hit, answers);
    await this.tuning.sourcesChanged();
  }

  async toggleTuning(): Promise<void> {
    if (this.tuning.open) this.tuning.open = false;
    else if (this.library.current !== null) await this.tuning.start();
  }

  async toggleQuestions(): Promise<void> {
    if (this.questions.open) this.questions.open = false;
    else if (this.library.current !== null) await this.questions.start();
  }

  /** Files let go over the window: documents, or a file of pairs or questions where one is wanted. */
  async dropped(paths: string[]): Promise<void> {
    const lines = paths.find((path) => LINES.test(path));
    if (lines !== undefined && this.tuning.open) await this.tuning.learnFrom(lines);
    else if (lines !== undefined && this.questions.open) await this.questions.import(lines);
    else await this.library.add(paths);
  }

  async importQuestions(): Promise<void> {
    await this.notices.tell('The dialog did not open', async () => {
      const file = await this.backend.chooseLines('Import questions');
      if (file) await this.questions.import(file);
    });
  }

  async exportQuestions(): Promise<void> {
    await this.notices.tell('The dialog did not open', async () => {
      const file = await this.backend.chooseTarget('Export questions', 'questions.jsonl');
      if (file) await this.questions.export(file);
    });
  }

  async chooseFiles(): Promise<void> {
    await this.notices.tell('The dialog did not open', async () => this.library.add(await this.backend.chooseFiles()));
  }

  async chooseWatched(): Promise<void> {
    await this.notices.tell('The dialog did not open', async () => {
      const folder = await this.backend.chooseFolder();
      if (folder) await this.library.watch(folder);
    });
  }

  async copyCitation(): Promise<void> {
    await this.copy('Citation copied', this.inquiry.hit?.citation);
  }

  async copyQuote(): Promise<void> {
    await this.copy('Quote copied', this.inquiry.hit?.quote);
  }

  private async askAgain(): Promise<void> {
    if (this.inquiry.answer) await this.ask();
  }

  private async copy(done: string, text: string | undefined): Promise<void> {
    if (!text) return;
    await this.notices.tell('Nothing was copied', async () => {
      await this.backend.copy(text);
      this.notices.done(done);
    });
  }
}

export const [useApp, provideApp] = createContext<App>();
