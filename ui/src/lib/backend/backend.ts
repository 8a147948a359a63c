// What the window asks of whoever answers it: the shell around the engine, or the fixture during development.

import type { Added } from '../types/Added';
import type { Answer } from '../types/Answer';
import type { CollectionView } from '../types/CollectionView';
import type { DocumentView } from '../types/DocumentView';
import type { Event } from '../types/Event';
import type { GenerationView } from '../types/GenerationView';
import type { Mark } from '../types/Mark';
import type { PageSize } from '../types/PageSize';
import type { PageView } from '../types/PageView';
import type { Question } from '../types/Question';
import type { Settings } from '../types/Settings';
import type { StatusView } from '../types/StatusView';
import type { TuningPlan } from '../types/TuningPlan';
import type { TuningView } from '../types/TuningView';

/** Files held over the window, or let go there. */
export type Drop = { type: 'over' } | { type: 'left' } | { type: 'dropped'; paths: string[] };

/** Stops hearing what was subscribed to. */
export type Unsubscribe = () => void;

/** Every call may throw a `Problem`. */
export interface Backend {
  collections(): Promise<CollectionView[]>;
  createCollection(name: string): Promise<CollectionView>;
  renameCollection(collection: number, name: string): Promise<void>;
  deleteCollection(collection: number): Promise<void>;

  documents(collection: number): Promise<DocumentView[]>;
  add(collection: number, paths: string[]): Promise<Added>;
  cancel(job: number): Promise<void>;
  retry(document: number, password: string | null): Promise<DocumentView>;
  remove(document: number): Promise<void>;
  watch(collection: number, folder: string): Promise<void>;
  unwatch(collection: number, folder: string): Promise<void>;

  ask(question: Question): Promise<Answer>;
  pageSizes(document: number): Promise<PageSize[]>;
  page(document: number, page: number): Promise<PageView>;
  /** Address of a page's image; `scale` in pixels per point, `hash` the document's, so that a changed file is not shown from a cache. */
  pageImage(document: number, page: number, scale: number, hash: string): string;

  marks(collection: number): Promise<Mark[]>;
  /** Remembers that a passage answers a question, or that it does not. */
  mark(collection: number, question: string, document: number, passage: number, answers: boolean): Promise<Mark>;
  unmark(mark: number): Promise<void>;

  /** What a tuning would do. `pairs` is a file, or null for the marks; what `settings` leaves out is as usual. */
  planTuning(collection: number, pairs: string | null, settings: Partial<Settings>): Promise<TuningPlan>;
  startTuning(collection: number, pairs: string | null, settings: Partial<Settings>): Promise<TuningView>;
  tunings(collection: number): Promise<TuningView[]>;
  cancelTuning(run: number): Promise<void>;
  generations(collection: number): Promise<GenerationView[]>;
  activate(collection: number, generation: number): Promise<void>;
  /** Goes back to the generation that answered before. */
  undoActivation(collection: number): Promise<void>;
  deleteGeneration(collection: number, generation: number): Promise<void>;

  status(): Promise<StatusView>;
  /** Fetches the default encoder; the only thing that ever uses a network. */
  fetchModel(tell: (bytesDone: number, bytesInAll: number) => void): Promise<void>;
  importModel(folder: string): Promise<void>;

  chooseFiles(): Promise<string[]>;
  chooseFolder(): Promise<string | null>;
  /** A file of questions with the passages that answer them. */
  choosePairs(): Promise<string | null>;
  copy(text: string): Promise<void>;
  onEvent(hear: (event: Event) => void): Promise<Unsubscribe>;
  onDrop(hear: (drop: Drop) => void): Promise<Unsubscribe>;
}
