// Review tables of the collection shown: their list, the one that is open, and changes by the user. Not for answering.

import { SvelteMap } from 'svelte/reactivity';
import type { Backend } from '../backend/interface';
import { ADDED, cellKey, matches, movedBy, nextOrder, says, tableOf, type Order, type Show } from '../grid/table';
import type { Event } from '../types/Event';
import type { GridCell } from '../types/GridCell';
import type { GridFile } from '../types/GridFile';
import type { GridSummary } from '../types/GridSummary';
import type { GridView } from '../types/GridView';
import type { Judgement } from '../types/Judgement';
import type { QuestionList } from '../types/QuestionList';
import type { QuestionSource } from '../types/QuestionSource';
import { words } from '../words/language';
import { keep } from './keep.svelte';
import { Latest } from './latest';
import type { Notices } from './notices.svelte';

const { failures } = words;

/** Where a cell is. */
export interface Place {
  question: number;
  document: number;
}

export class Grids {
  /** Whether the pane is shown. */
  open = $state(false);
  /** Whether the form for a new table is shown. */
  making = $state(false);
  list = $state.raw<GridSummary[]>([]);
  /** The lists of questions that come with Pincite. */
  lists = $state.raw<QuestionList[]>([]);
  view = $state.raw<GridView | null>(null);
  show = $state<Show>('all');
  /** Rows and columns without this text are left out. */
  text = $state('');
  /** Whether each question has a row, and each document a column. */
  readonly turned = keep('grid.turned', false);
  /** The name that the user confirms with. */
  readonly signer = keep('grid.signer', '');
  /** Whether the form to confirm is shown. */
  signing = $state(false);
  /** The file that was checked last, until its result is closed. */
  checked = $state.raw<GridFile | null>(null);
  order = $state.raw<Order>(ADDED);
  /** The cell that was opened last. */
  chosen = $state.raw<Place | null>(null);
  secondsLeft = $state<number | null>(null);
  /** Keys of the cells that the last mark changed. */
  changed = $state.raw<readonly string[]>([]);
  private readonly cells = new SvelteMap<string, GridCell>();
  private collection: number | null = null;
  private readonly loading = new Latest();
  private readonly listing = new Latest();

  /** The cell of a question and a document, if it is filled. */
  readonly find = (question: number, document: number): GridCell | undefined =>
    this.cells.get(cellKey(question, document));
  readonly active = $derived(this.view?.state === 'queued' || this.view?.state === 'running');
  readonly total = $derived((this.view?.questions.length ?? 0) * (this.view?.documents.length ?? 0));
  readonly filled = $derived([...this.cells.values()].filter(({ current }) => current).length);
  /** The documents whose names have the text that is looked for. */
  private readonly named = $derived.by(() => {
    const wanted = this.text.trim().toLowerCase();
    const named = (this.view?.documents ?? []).filter(({ name }) => wanted && name.toLowerCase().includes(wanted));
    return named.map(({ id }) => id);
  });
  readonly signed = $derived((this.view?.documents ?? []).filter(({ signature }) => signature !== null));
  readonly table = $derived(
    this.view
      ? tableOf(this.view, this.find, (cell) => this.isWanted(cell), this.order)
      : { documents: [], questions: [] },
  );

  constructor(
    private readonly backend: Backend,
    private readonly notices: Notices,
    /** Called when a judgement changed the marks. */
    private readonly marked: () => void,
  ) {}

  /** Whether a cell is one that the filter looks for. A document's name counts for all its cells. */
  isWanted(cell: GridCell | undefined): boolean {
    if (!matches(this.show, cell, this.changed)) return false;
    return says(cell, this.text) || (cell !== undefined && this.named.includes(cell.document));
  }

  /** Changes to another collection. */
  async showCollection(collection: number | null): Promise<void> {
    this.collection = collection;
    this.close();
    this.list = [];
    this.listing.cancel();
    if (collection === null) this.open = false;
    else await this.refresh();
  }

  /** Opens the pane, with this table or the last one. */
  async start(grid: number | null = null): Promise<void> {
    this.open = true;
    if (!this.lists.length) this.lists = await this.backend.questionLists();
    await this.refresh();
    const last = grid ?? this.view?.id ?? this.list.at(-1)?.id;
    if (last !== undefined) await this.load(last);
    else this.making = true;
  }

  /** Opens the pane with a table, if it is still there. */
  async reopen(grid: number): Promise<void> {
    await this.refresh();
    if (!this.list.some(({ id }) => id === grid)) return;
    await this.start(grid);
  }

  /** Shows a table. */
  async load(grid: number): Promise<void> {
    if (this.view?.id !== grid) this.close();
    this.making = false;
    await this.notices.attempt(failures.loadTable, () =>
      this.loading.take(this.backend.grid(grid), (view) => this.take(view)),
    );
  }

  /** Makes a table of these documents, of all if none is given, and starts to fill it; whether that worked. */
  async create(name: string, source: QuestionSource, documents: number[]): Promise<boolean> {
    return this.change(failures.createTable, async (collection) => {
      const made = await this.backend.createGrid({ collection, name, source, documents });
      await this.backend.runGrid(made.id);
      this.loading.cancel();
      this.close();
      this.making = false;
      this.take({ ...made, state: 'queued' });
    });
  }

  rename(name: string): Promise<boolean> {
    return this.changeView(failures.renameTable, ({ id }) => this.backend.renameGrid(id, name));
  }

  run(): Promise<boolean> {
    return this.changeView(failures.fillTable, ({ id }) => this.backend.runGrid(id));
  }

  cancel(): Promise<boolean> {
    return this.changeView(failures.cancelRun, ({ id }) => this.backend.cancelGrid(id));
  }

  async delete(): Promise<void> {
    const deleted = await this.changeView(failures.deleteTable, ({ id }) => this.backend.deleteGrid(id));
    if (!deleted) return;
    this.close();
    const last = this.list.at(-1);
    if (last) await this.load(last.id);
    else this.making = true;
  }

  /** Moves the column of a question by so many places. */
  move(question: number, places: number): Promise<boolean> {
    return this.changeView(failures.orderTable, async ({ id, questions }) =>
      this.take(await this.backend.orderGridQuestions(id, movedBy(questions, question, places))),
    );
  }

  /** Confirms, by the name of the user, what the table says of these documents, of all if none is given. */
  sign(name: string, documents: number[]): Promise<boolean> {
    this.signer.value = name;
    return this.changeView(failures.signTable, async ({ id }) =>
      this.take(await this.backend.signGrid(id, name, documents)),
    );
  }

  /** Takes that back. */
  unsign(documents: number[]): Promise<boolean> {
    return this.changeView(failures.signTable, async ({ id }) =>
      this.take(await this.backend.unsignGrid(id, documents)),
    );
  }

  /** Checks whether a file with a table was changed. */
  async check(file: string): Promise<void> {
    await this.notices.attempt(failures.checkTable, async () => (this.checked = await this.backend.verifyGrid(file)));
  }

  async export(file: string): Promise<boolean> {
    return this.changeView(failures.exportTable, ({ id }) => this.backend.exportGrid(id, file));
  }

  /**
   * Says that the chosen cell is right or wrong, which passage answers it, or that none does. What is wrong gives way to the next
   * candidate, which may be wrong too. Another judgement, given twice, is taken back.
   */
  async judge(judged: Judgement, passage: number | null = null): Promise<void> {
    const { chosen } = this;
    const cell = chosen && this.find(chosen.question, chosen.document);
    if (!cell) return;
    const isTwice = cell.judged === judged && (judged === 'right' || judged === 'absent');
    if (isTwice) await this.takeBack();
    else await this.say(judged, passage);
  }

  /** The cell whose mark helps most, if any is left. */
  async next(): Promise<Place | null> {
    const { view } = this;
    let place: Place | null = null;
    if (view) await this.notices.attempt(failures.mark, async () => (place = await this.backend.nextCell(view.id)));
    return place;
  }

  /** Takes back what was said of the chosen cell. */
  takeBack(): Promise<void> {
    return this.say(null, null);
  }

  private async say(judged: Judgement | null, passage: number | null): Promise<void> {
    const { view, chosen } = this;
    if (!view || !chosen || !this.find(chosen.question, chosen.document)) return;
    const judging = { ...chosen, judged, passage };
    await this.notices.attempt(failures.mark, async () => {
      const { cell, changed } = await this.backend.judgeCell(view.id, judging);
      [cell, ...changed].forEach((one) => this.put(one));
      this.changed = changed.map(({ question, document }) => cellKey(question, document));
      if (this.show === 'changed') this.show = 'all';
      if (this.signed.length) this.take(await this.backend.grid(view.id));
      this.marked();
    });
  }

  /** Sorts the documents by the answers in a column. */
  sortBy(question: number): void {
    this.order = nextOrder(this.order, question);
  }

  /** Shows what happened. */
  handle(event: Event): void {
    if (event.type === 'grid' && event.data.grid === this.view?.id) {
      this.put(event.data.cell);
      this.secondsLeft = event.data.seconds_left;
    }
    const concerns = event.type === 'grids' && event.data.collection === this.collection;
    const documents = event.type === 'idle' || event.type === 'document_removed';
    const others = event.type === 'elsewhere';
    if (concerns || ((documents || others) && this.open)) void this.follow();
  }

  /** Loads again what is shown. */
  private async follow(): Promise<void> {
    await this.refresh();
    const { view } = this;
    if (view && this.list.some(({ id }) => id === view.id)) await this.load(view.id);
  }

  private async refresh(): Promise<void> {
    const { collection } = this;
    if (collection === null) return;
    await this.notices.attempt(failures.listTables, () =>
      this.listing.take(this.backend.grids(collection), (list) => (this.list = list)),
    );
  }

  private async change(failure: string, work: (collection: number) => Promise<unknown>): Promise<boolean> {
    const { collection } = this;
    if (collection === null) return false;
    const worked = await this.notices.worked(failure, () => work(collection));
    await this.refresh();
    return worked;
  }

  private changeView(failure: string, work: (view: GridView) => Promise<unknown>): Promise<boolean> {
    const { view } = this;
    return view ? this.change(failure, () => work(view)) : Promise.resolve(false);
  }

  private take(view: GridView): void {
    this.view = view;
    this.cells.clear();
    view.cells.forEach((cell) => this.put(cell));
    if (!this.active) this.secondsLeft = null;
  }

  private put(cell: GridCell): void {
    this.cells.set(cellKey(cell.question, cell.document), cell);
  }

  private close(): void {
    [this.view, this.chosen, this.secondsLeft, this.show, this.order] = [null, null, null, 'all', ADDED];
    this.text = '';
    this.signing = false;
    this.changed = [];
    this.cells.clear();
  }
}
