// Which rows and columns of a review table are shown, and in which order. Not for loading it.

import { valueText } from '../text/value';
import type { GridCell } from '../types/GridCell';
import type { GridDocument } from '../types/GridDocument';
import type { GridQuestion } from '../types/GridQuestion';
import type { GridView } from '../types/GridView';
import { words } from '../words/language';

/** Which cells are looked for: rows and columns without such a cell are left out. */
export type Show = 'all' | 'not_found' | 'unsure' | 'unjudged' | 'changed';

/** The order of the documents: as added, by name, each contract before what changes it, or by the answers to one question. */
export type Order =
  { by: 'added' } | { by: 'name' } | { by: 'family' } | { by: 'question'; question: number; best: boolean };

/** The order of the documents, for a person who chooses among the first two. */
export const ADDED: Order = { by: 'added' };

/** Whether a cell says this text, in its values, sentences or citations. An empty text is said by all. */
export function says(cell: GridCell | undefined, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return true;
  if (!cell || cell.state === 'not_found') return false;
  const texts = cell.answers.flatMap(({ sentence, citation, value }) => [
    ...[sentence, citation],
    ...(value ? [value.written, value.normalised, valueText(value)] : []),
  ]);
  return texts.some((one) => one.toLowerCase().includes(wanted));
}

/** The order of the questions after one of them was moved by so many places. */
export function movedBy(questions: readonly GridQuestion[], question: number, places: number): number[] {
  const ids = questions.map(({ id }) => id);
  const from = ids.indexOf(question);
  const to = Math.max(0, Math.min(from + places, ids.length - 1));
  const rest = ids.filter((id) => id !== question);
  return from < 0 ? ids : [...rest.slice(0, to), question, ...rest.slice(to)];
}

/** Finds a cell by its question and document. */
export type Find = (question: number, document: number) => GridCell | undefined;

/** Rows and columns to show. */
export interface Table {
  documents: GridDocument[];
  questions: GridQuestion[];
}

/** The key of a cell in a map. */
export const cellKey = (question: number, document: number): string => `${question}/${document}`;

/** Whether a cell is one that is looked for. `changed` has the keys of those that the last mark changed. */
export function matches(show: Show, cell: GridCell | undefined, changed: readonly string[]): boolean {
  if (show === 'all') return true;
  if (!cell) return false;
  if (show === 'changed') return changed.includes(cellKey(cell.question, cell.document));
  if (show === 'not_found') return cell.state === 'not_found';
  if (show === 'unjudged') return cell.judged === null;
  return cell.state === 'unsure' && cell.judged === null;
}

/** How sure an answer is: 0 where there is none, up to 1. A person's word counts most. */
function certainty(cell: GridCell | undefined): number {
  if (!cell || cell.state === 'not_found' || cell.judged === 'wrong') return 0;
  return cell.judged === null ? (cell.presence ?? 1) : 2;
}

/** The rows and columns to show: those with a wanted cell. */
export function tableOf(
  view: GridView,
  find: Find,
  isWanted: (cell: GridCell | undefined) => boolean,
  order: Order,
): Table {
  const here = (question: GridQuestion, document: GridDocument) => isWanted(find(question.id, document.id));
  const documents = view.documents.filter((document) => view.questions.some((question) => here(question, document)));
  const questions = view.questions.filter((question) => documents.some((document) => here(question, document)));
  return { documents: ordered(documents, find, order), questions };
}

function ordered(documents: GridDocument[], find: Find, order: Order): GridDocument[] {
  if (order.by === 'name') return documents.toSorted((a, b) => a.name.localeCompare(b.name, words.language));
  if (order.by === 'added') return documents;
  if (order.by === 'family') return inFamilies(documents);
  const { question, best } = order;
  const rank = ({ id }: GridDocument) => certainty(find(question, id)) * (best ? 1 : -1);
  return documents.toSorted((a, b) => rank(b) - rank(a));
}

/** What changes or completes each contract, newest first. */
export function amendmentsOf(documents: readonly GridDocument[]): Map<number, GridDocument[]> {
  const amendments = new Map<number, GridDocument[]>();
  for (const document of documents.toSorted((a, b) => b.number - a.number)) {
    if (document.contract === null) continue;
    amendments.set(document.contract, [...(amendments.get(document.contract) ?? []), document]);
  }
  return amendments;
}

/** Each contract, then what changes or completes it, newest first. */
function inFamilies(documents: GridDocument[]): GridDocument[] {
  const amendments = amendmentsOf(documents);
  const shown = new Set(documents.map(({ id }) => id));
  const heads = documents.filter(({ contract }) => contract === null || !shown.has(contract));
  return heads.flatMap((head) => [head, ...(amendments.get(head.id) ?? [])]);
}

/** The newest of its amendments that gives another answer to a question than the contract does. */
export function amendedBy(
  amendments: readonly GridDocument[],
  find: Find,
  question: number,
  contract: number,
): GridDocument | undefined {
  const said = (document: number) => {
    const cell = find(question, document);
    const answer = cell?.state === 'found' && cell.judged !== 'wrong' ? cell.answers[0] : undefined;
    return answer && (answer.value?.normalised ?? answer.sentence);
  };
  return amendments.find(({ id }) => {
    const changed = said(id);
    return changed !== undefined && changed !== said(contract);
  });
}

/** The next order when a person presses the head of a column: best first, worst first, as added. */
export function nextOrder(order: Order, question: number): Order {
  if (order.by !== 'question' || order.question !== question) return { by: 'question', question, best: true };
  return order.best ? { ...order, best: false } : ADDED;
}
