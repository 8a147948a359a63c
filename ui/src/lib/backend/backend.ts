// What the window needs from its backend: the shell around the engine, or the fixture during development.

import type { Added } from '../types/Added';
import type { AnnotationView } from '../types/AnnotationView';
import type { AskedView } from '../types/AskedView';
import type { Answer } from '../types/Answer';
import type { CitedText } from '../types/CitedText';
import type { CitationStyle } from '../types/CitationStyle';
import type { Cited } from '../types/Cited';
import type { CollectionView } from '../types/CollectionView';
import type { Colour } from '../types/Colour';
import type { DocumentView } from '../types/DocumentView';
import type { Event } from '../types/Event';
import type { Found } from '../types/Found';
import type { GenerationView } from '../types/GenerationView';
import type { GridCell } from '../types/GridCell';
import type { GridSummary } from '../types/GridSummary';
import type { GridView } from '../types/GridView';
import type { Highlight } from '../types/Highlight';
import type { Imported } from '../types/Imported';
import type { Judging } from '../types/Judging';
import type { LinkedPlace } from '../types/LinkedPlace';
import type { Mark } from '../types/Mark';
import type { Outline } from '../types/Outline';
import type { PageLink } from '../types/PageLink';
import type { PageSize } from '../types/PageSize';
import type { PageView } from '../types/PageView';
import type { Question } from '../types/Question';
import type { QuestionCount } from '../types/QuestionCount';
import type { QuestionList } from '../types/QuestionList';
import type { QuestionMemory } from '../types/QuestionMemory';
import type { QuestionPage } from '../types/QuestionPage';
import type { QuestionSource } from '../types/QuestionSource';
import type { QuestionView } from '../types/QuestionView';
import type { StatusView } from '../types/StatusView';
import type { TextMargins } from '../types/TextMargins';
import type { TuningPlan } from '../types/TuningPlan';
import type { TuningStage } from '../types/TuningStage';
import type { TuningView } from '../types/TuningView';
import type { WhichQuestions } from '../types/WhichQuestions';
import type { WordRange } from '../types/WordRange';
import type { Command } from '../keyboard/keys';
import type { MenuView } from '../menu/menu';
import type { Written } from '../types/Written';

/** Files dragged over the window, or dropped there. */
export type Drop = { type: 'over' } | { type: 'left' } | { type: 'dropped'; paths: string[] };

/** How far a run goes, and what it learns from: a file, the collection's questions and marks, or only the marks. */
export interface TuningChoice {
  stage: TuningStage;
  pairs: string | null;
  /** Use the collection's questions, and write questions about passages that have none. */
  questions: boolean;
}

/** Ends a subscription. */
export type Unsubscribe = () => void;

/** Every call may throw a `Problem`. */
export interface Backend {
  collections(): Promise<CollectionView[]>;
  createCollection(name: string): Promise<CollectionView>;
  renameCollection(collection: number, name: string): Promise<void>;
  deleteCollection(collection: number): Promise<void>;

  documents(collection: number): Promise<DocumentView[]>;
  add(collection: number, paths: string[]): Promise<Added>;
  /** Adds the documents that come with Pincite. */
  addSamples(collection: number): Promise<Added>;
  cancel(job: number): Promise<void>;
  retry(document: number, password: string | null): Promise<void>;
  /** Removes documents. They can be brought back for 15 seconds. */
  removeDocuments(documents: number[]): Promise<void>;
  /** Those that could be brought back. */
  restoreDocuments(documents: number[]): Promise<DocumentView[]>;
  /** An empty name takes the given name back. */
  renameDocument(document: number, name: string): Promise<DocumentView>;
  tagDocument(document: number, tag: string): Promise<DocumentView>;
  untagDocument(document: number, tag: string): Promise<DocumentView>;
  /** Shows the file in the file browser. */
  revealDocument(document: number): Promise<void>;
  watch(collection: number, folder: string): Promise<void>;
  unwatch(collection: number, folder: string): Promise<void>;

  ask(question: Question): Promise<Answer>;
  pageSizes(document: number): Promise<PageSize[]>;
  page(document: number, page: number): Promise<PageView>;
  /** Address of a page's image; `scale` in pixels per point, `hash` the document's, so that a changed file is not shown from a cache. */
  pageImage(document: number, page: number, scale: number, hash: string): string;

  /** Where words stand in a document, exactly as written. */
  findIn(document: number, words: string): Promise<Found>;
  /** The outline of a document, or the headings of its text. */
  outline(document: number): Promise<Outline>;
  links(document: number, page: number): Promise<PageLink[]>;
  /** The narrowest margins of a document's pages. */
  textMargins(document: number): Promise<TextMargins>;

  /** Selected words with their citation. */
  cite(document: number, ranges: WordRange[]): Promise<CitedText>;
  /** The sentence of a word, counted from 0, of a page. */
  sentence(document: number, page: number, word: number): Promise<WordRange[]>;
  /** Highlights that people made in a document, in the order of its pages. */
  annotations(document: number): Promise<AnnotationView[]>;
  annotate(document: number, ranges: WordRange[], note: string, colour: Colour): Promise<AnnotationView>;
  editAnnotation(document: number, annotation: number, note: string, colour: Colour): Promise<AnnotationView>;
  removeAnnotation(annotation: number): Promise<void>;
  /** Undoes a removal. */
  restoreAnnotation(document: number, annotation: number): Promise<AnnotationView>;

  /** Boxes of a passage: its lines, the sentence that answers the question best, and the question's words. */
  highlights(document: number, passage: number, question: string | null): Promise<Highlight[]>;

  /** Whether the questions that the user asks are kept, and how many are. */
  questionMemory(): Promise<QuestionMemory>;
  /** Keeps them from now on, or keeps none and clears them. */
  setQuestionMemory(on: boolean): Promise<QuestionMemory>;
  /** Clears them; how many. */
  forgetQuestions(): Promise<number>;
  /** Those asked of a collection, the last one first. */
  askedQuestions(collection: number): Promise<AskedView[]>;
  /** Clears one of them. */
  forgetQuestion(collection: number, text: string): Promise<number>;

  /** Questions that the collection can answer; another seed, others. */
  suggestedQuestions(collection: number, count: number, seed: number): Promise<QuestionView[]>;
  questions(collection: number, which: WhichQuestions, offset: number, limit: number): Promise<QuestionPage>;
  questionTally(collection: number): Promise<QuestionCount[]>;
  addQuestion(collection: number, document: number, passage: number, text: string): Promise<QuestionView>;
  editQuestion(question: number, text: string): Promise<QuestionView>;
  /** Activates a question, or deactivates it. */
  keepQuestion(question: number, kept: boolean): Promise<QuestionView>;
  deleteQuestion(question: number): Promise<void>;
  /** How many were deleted. */
  deleteQuestions(collection: number, which: WhichQuestions): Promise<number>;
  /** How many were written to the file. */
  exportQuestions(collection: number, which: WhichQuestions, file: string): Promise<number>;
  importQuestions(collection: number, file: string): Promise<Imported>;
  /** Starts a run that writes questions and trains nothing. */
  generateQuestions(collection: number): Promise<TuningView>;

  marks(collection: number): Promise<Mark[]>;
  /** Stores that a passage is relevant to a question, or that it is not. */
  mark(collection: number, question: string, document: number, passage: number, answers: boolean): Promise<Mark>;
  unmark(mark: number): Promise<void>;

  /** What a run would do, and how long it would take. */
  planTuning(collection: number, choice: TuningChoice): Promise<TuningPlan>;
  startTuning(collection: number, choice: TuningChoice): Promise<TuningView>;
  tunings(collection: number): Promise<TuningView[]>;
  cancelTuning(run: number): Promise<void>;
  generations(collection: number): Promise<GenerationView[]>;
  activate(collection: number, generation: number): Promise<void>;
  /** Goes back to the generation that was in use before. */
  undoActivation(collection: number): Promise<void>;
  deleteGeneration(collection: number, generation: number): Promise<void>;

  /** The lists of questions that come with Pincite. */
  questionLists(): Promise<QuestionList[]>;
  grids(collection: number): Promise<GridSummary[]>;
  grid(grid: number): Promise<GridView>;
  createGrid(collection: number, name: string, source: QuestionSource): Promise<GridView>;
  renameGrid(grid: number, name: string): Promise<void>;
  deleteGrid(grid: number): Promise<void>;
  /** Fills the cells that are missing or not up to date. */
  runGrid(grid: number): Promise<void>;
  cancelGrid(grid: number): Promise<void>;
  /** Keeps what a person says of a cell, and marks its passages accordingly. */
  judgeCell(grid: number, judging: Judging): Promise<GridCell>;
  /** How many lines were written to the CSV file. */
  exportGrid(grid: number, file: string): Promise<number>;

  /** A citation in a style, or the sentence with it. */
  writeCitation(cited: Cited, style: CitationStyle, quoted: boolean): Promise<Written>;
  exportResults(answer: Answer, style: CitationStyle, file: string): Promise<void>;
  /** How many marks were written. */
  exportMarks(collection: number, file: string): Promise<number>;
  /** Writes a copy of a document with the hits in it highlighted; how many. */
  highlightedCopy(document: number, answer: Answer, file: string): Promise<number>;
  /** A link that reopens a page. */
  link(document: number, page: number, passage: number | null): Promise<string>;
  followLink(link: string): Promise<LinkedPlace>;
  /** The link that Pincite was started with, once. */
  openedLink(): Promise<string | null>;

  status(): Promise<StatusView>;
  /** Details for a bug report, to paste: no text of documents or questions. */
  bugReport(): Promise<string>;
  /** Downloads the default encoder; the only thing that ever uses a network. */
  fetchModel(onProgress: (bytesDone: number, bytesInAll: number) => void): Promise<void>;
  importModel(folder: string): Promise<void>;

  /** Shows a sentence outside of the window, unless the window is in front. */
  notify(title: string): Promise<void>;
  /** Shows the menu bar. */
  showMenu(menus: MenuView[], onchoose: (command: Command) => void): Promise<void>;
  closeWindow(): Promise<void>;

  chooseFiles(): Promise<string[]>;
  chooseFolder(): Promise<string | null>;
  /** Asks for a file of JSON lines: questions with the passages that answer them. */
  chooseLines(title: string): Promise<string | null>;
  /** Asks where to write such a file. */
  chooseTarget(title: string, name: string): Promise<string | null>;
  /** Asks for a CSV or text file with a list of questions. */
  chooseQuestionList(): Promise<string | null>;
  /** Asks where to write a report; the ending says the format. */
  chooseReport(title: string, name: string): Promise<string | null>;
  /** Asks where to write a PDF. */
  chooseCopy(title: string, name: string): Promise<string | null>;
  /** Puts a citation on the clipboard, as plain text and, if it is `rich`, also as rich text. Call it at once, as `copy`. */
  copyRich(written: Promise<Written>, rich: boolean): Promise<void>;
  /** Puts a text on the clipboard. Call it at once when the user acts: a web view refuses it later. */
  copy(text: string | Promise<string>): Promise<void>;
  onEvent(listener: (event: Event) => void): Promise<Unsubscribe>;
  /** Hears that there is another link to open. */
  onLink(listener: () => void): Promise<Unsubscribe>;
  onDrop(listener: (drop: Drop) => void): Promise<Unsubscribe>;
}
