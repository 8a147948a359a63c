// What the window needs from its backend: the shell around the engine, or the fixture during development.

import type { Command } from '../keyboard/keys';
import type { MenuView } from '../menu/bar';
import type { Commands } from '../types/commands';
import type { Event } from '../types/Event';
import type { Written } from '../types/Written';

/** Files dragged over the window, or dropped there. */
export type Drop = { type: 'over' } | { type: 'left' } | { type: 'dropped'; paths: string[] };

/** Ends a subscription. */
export type Unsubscribe = () => void;

/** The engine's commands, and what only the window has: pictures, the menu bar, dialogs, the clipboard, events. */
export interface Backend extends Commands {
  /** Address of a page's image; `scale` in pixels per point, `hash` the document's, so that a changed file is not shown from a cache. */
  pageImage(document: number, page: number, scale: number, hash: string): string;

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
  /** Where to write a list of questions. */
  chooseListTarget(title: string, name: string): Promise<string | null>;
  /** A file with a review table that was exported. */
  chooseTable(title: string): Promise<string | null>;
  /** Asks for a memo or a sheet to check. */
  chooseMemo(title: string): Promise<string | null>;
  /** Asks where to write a report; the ending says the format. */
  chooseReport(title: string, name: string): Promise<string | null>;
  /** Where to write marks, as a report or for another library. */
  chooseMarksTarget(title: string, name: string): Promise<string | null>;
  /** Where to write a review table. */
  chooseTableTarget(title: string, name: string): Promise<string | null>;
  /** Asks where to write a backup. */
  chooseBackup(title: string, name: string): Promise<string | null>;
  /** Asks where to write a workbook. */
  chooseWorkbook(title: string, name: string): Promise<string | null>;
  /** Asks where to write a bundle. */
  chooseBundleTarget(title: string, name: string): Promise<string | null>;
  /** Asks for a bundle. */
  chooseBundle(title: string): Promise<string | null>;
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
