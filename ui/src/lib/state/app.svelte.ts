// The whole window: one store per concern, and the few actions that touch more than one of them.

import { createContext } from 'svelte';
import type { Backend } from '../backend/backend';
import type { DocumentView } from '../types/DocumentView';
import type { Gathered } from '../types/Gathered';
import type { Mode } from '../types/Mode';
import type { QuestionView } from '../types/QuestionView';
import { Engine } from './engine.svelte';
import { Feedback } from './feedback.svelte';
import { Search, NEXT_MODE } from './search.svelte';
import { Library } from './library.svelte';
import { Listing } from './listing.svelte';
import { Memory } from './memory.svelte';
import { Notices } from './notices.svelte';
import { Panes } from './panes.svelte';
import { Questions } from './questions.svelte';
import { Reading } from './reading.svelte';
import { Suggestions } from './suggestions.svelte';
import { Theme } from './theme.svelte';
import { Tuning } from './tuning.svelte';
import { words } from '../words/words';
import { Viewer } from './viewer.svelte';

const { dialogs, done, failures } = words;

/** The ending of files with questions. */
const LINES = /\.jsonl$/i;

export class App {
  readonly notices = new Notices();
  readonly theme = new Theme();
  readonly panes = new Panes();
  readonly engine: Engine;
  readonly library: Library;
  readonly listing: Listing;
  readonly search: Search;
  readonly viewer: Viewer;
  readonly reading: Reading;
  readonly feedback: Feedback;
  readonly tuning: Tuning;
  readonly questions: Questions;
  readonly suggestions: Suggestions;
  readonly memory: Memory;

  constructor(readonly backend: Backend) {
    this.engine = new Engine(backend, this.notices);
    this.library = new Library(backend, this.notices);
    this.listing = new Listing(this.library);
    this.search = new Search(backend);
    this.viewer = new Viewer(backend);
    this.reading = new Reading(backend, this.viewer, this.notices);
    this.feedback = new Feedback(backend, this.notices);
    this.tuning = new Tuning(backend, this.notices);
    this.suggestions = new Suggestions(backend, this.notices);
    this.memory = new Memory(backend, this.notices);
    this.questions = new Questions(backend, this.notices, () => {
      void this.suggestions.refresh();
      void this.tuning.sourcesChanged();
    });
  }

  async open(): Promise<void> {
    await this.backend.onEvent((event) => {
      this.tuning.handle(event);
      if (this.questions.handle(event)) void this.suggestions.refresh();
    });
    await this.library.open();
    if (this.library.loaded) void this.engine.refresh();
  }

  async showCollection(collection: number): Promise<void> {
    if (collection === this.library.current) return;
    this.search.clear();
    this.viewer.close();
    this.reading.places.forget(null);
    this.listing.clear();
    await this.library.show(collection);
  }

  /** Done when the first results are there: the page of the first one and the final order follow later. */
  async ask(): Promise<void> {
    if (this.library.current === null) return;
    await this.search.ask(this.library.current);
    if (!this.search.hits.length) return;
    void this.openHit(0);
    void this.sort();
  }

  /** Shows the new first result or sentence, unless the reader has moved on from the old one. */
  private async sort(): Promise<void> {
    await this.openSorted(await this.search.sort());
  }

  /** Shows the best results or all answers to the question asked, until another one is asked. */
  async setGather(gather: Gathered): Promise<void> {
    await this.openSorted(await this.search.gatherAs(gather));
  }

  private async openSorted(place: number | null): Promise<void> {
    if (place !== null) await this.openHit(place);
  }

  /** Asks a suggested question in the scope that contains its document. */
  async askSuggested({ text, document }: QuestionView): Promise<void> {
    this.search.text = text;
    if (this.search.document !== document) this.search.document = null;
    await this.ask();
  }

  /** Changes what is searched; a question already answered is asked again. */
  async setMode(mode: Mode): Promise<void> {
    this.search.mode = mode;
    await this.askAgain();
  }

  /** Turns the closer reading on or off; a question already answered is asked again. */
  async toggleCloserReading(): Promise<void> {
    this.search.toggleCloserReading();
    await this.askAgain();
  }

  /** Asks only one document, or with null the whole collection; a question already answered is asked again. */
  async setScope(document: number | null): Promise<void> {
    this.search.document = document;
    this.questions.open = false;
    await this.askAgain();
  }

  async openHit(index: number): Promise<void> {
    const hit = this.search.choose(index);
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
    await this.notices.attempt(failures.openPassage, async () => {
      const highlights = await this.backend.highlights(document, passage, text);
      const best = highlights.find(({ kind }) => kind === 'sentence') ?? highlights[0];
      const marked = { page: best?.page ?? page ?? 0, highlights };
      if (this.questions.chosen === id) await this.viewer.show(listed, marked);
    });
  }

  async cycleMode(): Promise<void> {
    await this.setMode(NEXT_MODE[this.search.mode]);
  }

  async openDocument(document: DocumentView): Promise<void> {
    this.tuning.open = false;
    await this.viewer.show(document);
  }

  /** Tries a password on a locked document, and loads it again if it is the one shown. */
  async unlock(document: DocumentView, password: string): Promise<void> {
    await this.library.retry(document, password);
    if (this.viewer.document?.id === document.id) await this.viewer.reopen();
  }

  /** Removes documents, and offers to bring them back. */
  async remove(documents: DocumentView[]): Promise<void> {
    const ids = documents.map(({ id }) => id);
    if (!ids.length || !(await this.library.remove(documents))) return;
    this.listing.unselect();
    if (this.viewer.document && ids.includes(this.viewer.document.id)) this.viewer.close();
    if (this.search.document !== null && ids.includes(this.search.document)) this.search.document = null;
    ids.forEach((id) => this.reading.places.forget(id));
    const [first] = documents;
    const title = documents.length === 1 && first ? done.removed(first.name) : done.removedSeveral(documents.length);
    this.notices.offer(title, { name: words.app.undo, run: () => void this.library.restore(documents) });
    if (this.search.hits.some(({ document }) => ids.includes(document))) await this.askAgain();
  }

  /** Renames a document everywhere in the window, citations included. */
  async rename(document: DocumentView, name: string): Promise<void> {
    const renamed = await this.library.renameDocument(document, name);
    if (!renamed) return;
    if (this.viewer.document?.id === renamed.id) this.viewer.document = { ...this.viewer.document, name: renamed.name };
    if (this.search.hits.some(({ document }) => document === renamed.id)) await this.askAgain();
  }

  /** Marks the selected result as relevant to the question, or as not relevant. */
  async mark(relevant: boolean): Promise<void> {
    const { answer, hit } = this.search;
    if (answer && hit) await this.feedback.toggle(answer.question.text, hit, relevant);
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

  /** Takes files dropped on the window: documents, or a file of questions if a pane for it is open. */
  async dropped(paths: string[]): Promise<void> {
    const lines = paths.find((path) => LINES.test(path));
    if (lines !== undefined && this.tuning.open) await this.tuning.learnFrom(lines);
    else if (lines !== undefined && this.questions.open) await this.questions.import(lines);
    else await this.library.add(paths);
  }

  async importQuestions(): Promise<void> {
    await this.notices.attempt(failures.openDialog, async () => {
      const file = await this.backend.chooseLines(dialogs.importQuestions);
      if (file) await this.questions.import(file);
    });
  }

  async exportQuestions(): Promise<void> {
    await this.notices.attempt(failures.openDialog, async () => {
      const file = await this.backend.chooseTarget(dialogs.exportQuestions, dialogs.exportName);
      if (file) await this.questions.export(file);
    });
  }

  async chooseFiles(): Promise<void> {
    await this.notices.attempt(failures.openDialog, async () => this.library.add(await this.backend.chooseFiles()));
  }

  async chooseWatched(): Promise<void> {
    await this.notices.attempt(failures.openDialog, async () => {
      const folder = await this.backend.chooseFolder();
      if (folder) await this.library.watch(folder);
    });
  }

  async copyCitation(): Promise<void> {
    await this.copy(done.citationCopied, this.search.hit?.citation);
  }

  async copyQuote(): Promise<void> {
    await this.copy(done.quoteCopied, this.search.hit?.quote);
  }

  private async askAgain(): Promise<void> {
    if (this.search.answer) await this.ask();
  }

  private async copy(message: string, text: string | undefined): Promise<void> {
    if (!text) return;
    await this.notices.attempt(failures.copy, async () => {
      await this.backend.copy(text);
      this.notices.done(message);
    });
  }
}

export const [useApp, provideApp] = createContext<App>();
