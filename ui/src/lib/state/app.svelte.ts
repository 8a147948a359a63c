// The whole window: one store per concern, and the few actions that touch more than one of them.

import { createContext } from 'svelte';
import type { Backend } from '../backend/interface';
import type { DocumentView } from '../types/DocumentView';
import type { Gathered } from '../types/Gathered';
import type { Hit } from '../types/Hit';
import type { Mode } from '../types/Mode';
import type { QuestionView } from '../types/QuestionView';
import { isFigureHighlighted } from '../search/computed';
import { Annotations } from './annotations.svelte';
import { Announcements } from './announcements.svelte';
import { Claims } from './claims.svelte';
import { Doctor } from './doctor.svelte';
import { drawn } from './frame';
import { Engine } from './engine.svelte';
import { Feedback } from './feedback.svelte';
import { Files } from './files';
import { Grids } from './grids.svelte';
import { Search } from './search.svelte';
import { History } from './history.svelte';
import { Library } from './library.svelte';
import { Listing } from './listing.svelte';
import { Memory } from './memory.svelte';
import { Middle } from './middle';
import { Models } from './models.svelte';
import { Notices } from './notices.svelte';
import { Out } from './out.svelte';
import { Panes } from './panes.svelte';
import { placeOf, returnTo } from './place';
import { Questions } from './questions.svelte';
import { Reading } from './reading.svelte';
import { Selection } from './selection.svelte';
import { Session, type Kept } from './session.svelte';
import { Scale } from './scale.svelte';
import { Suggestions } from './suggestions.svelte';
import { Theme } from './theme.svelte';
import { Tuning } from './tuning.svelte';
import { Undo } from './undo.svelte';
import type { Twin } from '../types/Twin';
import { words } from '../words/language';
import { Viewer, type Marked } from './viewer.svelte';

const { done, failures } = words;

/** What is highlighted, and its document. */
type Source = Marked & Pick<Hit, 'document' | 'document_name'>;

export class App {
  readonly notices = new Notices();
  readonly theme = new Theme();
  readonly scale = new Scale();
  readonly undo = new Undo(this.notices);
  readonly panes = new Panes();
  readonly announcements: Announcements;
  readonly engine: Engine;
  readonly doctor: Doctor;
  readonly library: Library;
  readonly listing: Listing;
  readonly search: Search;
  readonly viewer: Viewer;
  readonly reading: Reading;
  readonly selection: Selection;
  readonly annotations: Annotations;
  readonly feedback: Feedback;
  readonly tuning: Tuning;
  readonly models: Models;
  readonly questions: Questions;
  readonly suggestions: Suggestions;
  readonly memory: Memory;
  readonly grids: Grids;
  readonly claims: Claims;
  readonly middle: Middle;
  readonly history: History;
  readonly session = new Session();
  readonly out: Out;
  readonly files: Files;

  constructor(readonly backend: Backend) {
    this.announcements = new Announcements(backend);
    this.engine = new Engine(backend, this.notices);
    this.doctor = new Doctor(backend, this.notices, this.engine);
    this.library = new Library(backend, this.notices);
    this.listing = new Listing(this.library);
    this.search = new Search(backend);
    this.viewer = new Viewer(backend);
    this.reading = new Reading(backend, this.viewer, this.notices);
    this.selection = new Selection(this.viewer);
    this.annotations = new Annotations(backend, this.notices);
    this.feedback = new Feedback(backend, this.notices, this.undo, () => this.tuning.sourcesChanged());
    this.tuning = new Tuning(backend, this.notices);
    this.models = new Models(backend, this.notices, this.tuning);
    this.suggestions = new Suggestions(backend, this.notices);
    this.grids = new Grids(backend, this.notices, () => {
      void this.feedback.show(this.library.current);
      void this.tuning.sourcesChanged();
    });
    this.claims = new Claims(backend, this.notices, this.search, (source) => void this.openSource(source));
    this.history = new History(backend, this.notices);
    this.memory = new Memory(backend, this.notices, () => this.questionsCleared());
    this.out = new Out(backend, this.notices);
    this.questions = new Questions(backend, this.notices, () => {
      void this.suggestions.refresh();
      void this.tuning.sourcesChanged();
    });
    this.middle = new Middle(this.library, this.panes, this.claims, this.grids, this.questions);
    this.files = new Files(backend, this.notices, this.library, this.questions, this.grids, this.tuning);
  }

  async open(): Promise<void> {
    await this.backend.onEvent((event) => {
      this.announcements.handle(event);
      this.tuning.handle(event);
      this.grids.handle(event);
      if (this.questions.handle(event)) void this.suggestions.refresh();
      if (event.type === 'elsewhere') void this.showChanges();
    });
    await this.library.open();
    if (!this.library.loaded) return;
    void this.engine.refresh();
    await this.backend.onLink(() => void this.followLink());
    void this.comeBack().then(() => this.followLink());
  }

  /** Where the user is, to come back to it at the next start. */
  get place(): Kept {
    return placeOf(this);
  }

  /** Shows what others changed in a shared library. Lists of documents and tables follow by themselves. */
  private async showChanges(): Promise<void> {
    await Promise.all([this.annotations.refresh(), this.feedback.refresh()]);
  }

  /** Brings back where the user was when the window closed. */
  private async comeBack(): Promise<void> {
    await this.memory.refresh();
    await returnTo(this, this.session.read());
    this.session.ready = true;
  }

  /** Shows the place that an opened link leads to. A link never does anything else. */
  async followLink(): Promise<void> {
    await this.notices.attempt(failures.followLink, async () => {
      const link = await this.backend.openedLink();
      if (link === null) return;
      const { collection, document, page, highlights } = await this.backend.followLink(link);
      await this.showCollection(collection);
      const listed = this.library.document(document);
      if (!listed) return;
      this.tuning.open = false;
      await this.viewer.show(listed, { page, highlights });
    });
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
    const { answer } = this.search;
    if (answer && this.memory.kept?.on !== false) this.history.add(answer.question.text);
    if (!this.search.hits.length) return;
    void this.readOn();
  }

  /** Opens the page of the first result and reads the results closely, once they are drawn: both need the processor. */
  private async readOn(): Promise<void> {
    const { answer } = this.search;
    this.search.choose(0);
    await drawn();
    if (answer !== this.search.answer) return;
    if (this.search.chosen === 0) void this.openHit(0);
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

  /** Where the reader has moved on, the page stays as well, and only the marks of the passage change, if they are shown. */
  private async openSorted(place: number | null): Promise<void> {
    const { answer, hit, hits, movedOn } = this.search;
    if (place === null) return;
    if (!movedOn || !hit || hits[place] !== hit) return this.openHit(place);
    const { document, highlights } = this.viewer;
    if (document?.id !== hit.document || isFigureHighlighted(answer, highlights)) return;
    this.viewer.highlights = hit.highlights;
  }

  /** Removes a question from the history. */
  async forgetQuestion(text: string): Promise<void> {
    await this.history.remove(text);
    if (text === this.search.answer?.question.text) this.search.forgotten = true;
  }

  /** Asks a question of the history again, of the documents chosen now. */
  async askEarlier(text: string): Promise<void> {
    this.search.text = text;
    await this.ask();
  }

  /** Asks a suggested question in the scope that contains its document. */
  async askSuggested({ text, document }: QuestionView): Promise<void> {
    this.search.text = text;
    if (!this.search.documents.includes(document)) this.search.documents = [];
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
    await this.searchIn(document === null ? [] : [document]);
  }

  /** Asks only these documents, or with none the whole collection; a question already answered is asked again. */
  async searchIn(documents: readonly number[]): Promise<void> {
    this.search.documents = documents;
    this.middle.showSearch();
    await this.askAgain();
  }

  async openHit(index: number): Promise<void> {
    const hit = this.search.choose(index);
    if (hit) await this.openPlace(hit);
  }

  /**
   * Shows a place that a claim was compared with, or a figure that a value was computed of. Where there is none, what is
   * highlighted belongs to another claim. The selected result stays selected.
   */
  async openSource(source: Source | null): Promise<void> {
    this.search.moveOn();
    if (source) await this.openPlace(source);
    else this.viewer.highlights = [];
  }

  /** Shows a result, or a place that is none. */
  private async openPlace(place: Source): Promise<void> {
    const { hash = '' } = this.library.document(place.document) ?? {};
    this.tuning.open = false;
    await this.viewer.show({ id: place.document, name: place.document_name, hash }, place);
  }

  /** Shows another place that says the same as the selected result. That one stays selected. */
  async openTwin({ document, passage, page }: Twin): Promise<void> {
    const listed = this.library.document(document);
    const text = this.search.answer?.question.text ?? null;
    if (!listed) return;
    this.tuning.open = false;
    this.panes.open('page');
    await this.notices.attempt(failures.openPassage, async () => {
      const highlights = await this.backend.highlights(document, passage, text);
      await this.viewer.show(listed, { page, highlights });
    });
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

  /** A memo is checked beside the pages of its documents. */
  async toggleClaims(): Promise<void> {
    if (!this.claims.open) this.tuning.open = false;
    await this.middle.toggle(this.claims);
  }

  async openDocument(document: DocumentView): Promise<void> {
    this.search.moveOn();
    this.panes.open('page');
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
    this.search.documents = this.search.documents.filter((id) => !ids.includes(id));
    ids.forEach((id) => this.reading.places.forget(id));
    const [first] = documents;
    const title = documents.length === 1 && first ? done.removed(first.name) : done.removedSeveral(documents.length);
    this.notices.offer(title, { name: words.app.undo, run: () => void this.library.restore(documents) });
    if (this.search.hits.some(({ document }) => ids.includes(document))) void this.askAgain();
  }

  /** Renames a document everywhere in the window, citations included. */
  async rename(document: DocumentView, name: string): Promise<void> {
    const renamed = await this.library.renameDocument(document, name);
    if (!renamed) return;
    if (this.viewer.document?.id === renamed.id) this.viewer.document = { ...this.viewer.document, name: renamed.name };
    if (this.search.hits.some(({ document }) => document === renamed.id)) await this.askAgain();
  }

  async toggleTuning(): Promise<void> {
    if (this.tuning.open) this.tuning.open = false;
    else if (this.library.current !== null) {
      this.panes.open('page');
      await this.tuning.start();
    }
  }

  /** Marks the selected result as relevant to the question, or as not relevant; the same mark again removes it. */
  async markResult(relevant: boolean): Promise<void> {
    const { answer, hit } = this.search;
    if (answer && hit) await this.feedback.mark(answer.question.text, hit, relevant);
  }

  async copyCitation(): Promise<void> {
    await this.out.copy(this.search.hit, false);
  }

  async copyQuote(): Promise<void> {
    await this.out.copy(this.search.hit, true);
  }

  /** Copies the words selected on the page. */
  async copySelection(): Promise<void> {
    await this.copy(done.textCopied, this.selection.text());
  }

  /** Copies the words selected on the page in quotation marks, with their citation. */
  async copySelectionCited(): Promise<void> {
    const { document } = this.viewer;
    if (!document) return;
    const cited = this.selection.ranges().then((ranges) => this.backend.cite(document.id, ranges));
    await this.copy(
      done.quoteCopied,
      cited.then(({ quote }) => quote),
    );
  }

  /** Keeps the words selected on the page as a highlight, and opens its note. */
  async highlightSelection(): Promise<void> {
    await this.annotations.add(await this.selection.ranges());
    this.selection.clear();
  }

  private questionsCleared(): void {
    this.history.clear();
    this.search.forgotten = true;
  }

  private async askAgain(): Promise<void> {
    if (this.search.answer) await this.ask();
  }

  private async copy(message: string, text: string | Promise<string> | undefined): Promise<void> {
    if (!text) return;
    await this.notices.attempt(failures.copy, async () => {
      await this.backend.copy(text);
      this.notices.done(message);
    });
  }
}

export const [useApp, provideApp] = createContext<App>();
