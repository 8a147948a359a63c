// The question being asked, and its results.

import type { Backend } from '../backend/backend';
import { asProblem } from '../backend/problem';
import type { Answer } from '../types/Answer';
import type { Gather } from '../types/Gather';
import type { Gathered } from '../types/Gathered';
import type { Hit } from '../types/Hit';
import type { Mode } from '../types/Mode';
import type { Problem } from '../types/Problem';
import { arranged } from '../search/arrange';

/** How many results are asked for. */
const HITS = 20;

/** The first results are the best ones: all answers are found only by the closer reading that follows. */
const AT_FIRST: Gather = 'best';

/** Where the choice of a closer reading is kept, and that of the order. */
const KEY = 'pincite.closer-reading';
const ORDER = 'pincite.order';

/** The order in which a key goes through the modes. */
export const NEXT_MODE: Record<Mode, Mode> = { hybrid: 'dense', dense: 'lexical', lexical: 'hybrid' };

export class Search {
  text = $state('');
  mode = $state<Mode>('hybrid');
  /** Search only these documents; none searches the whole collection. */
  documents = $state.raw<readonly number[]>([]);
  /** The only document that is searched; null if it is not one. */
  readonly document = $derived(this.documents.length === 1 ? (this.documents[0] ?? null) : null);
  /** Whether results are listed under their documents. */
  grouped = $state(localStorage.getItem(ORDER) === 'document');
  /** Whether the best results are read together with the question. */
  closerReading = $state(localStorage.getItem(KEY) !== 'off');
  /** Whether the best results or all answers are wanted. It is chosen for one question; by itself the question decides. */
  gather = $state<Gather>('auto');
  asking = $state(false);
  /** The first results are there, and a closer reading may still change their order. */
  sorting = $state(false);
  answer = $state.raw<Answer | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** The question asked was removed from the history: it does not come back at the next start. */
  forgotten = $state(false);
  /** Index of the selected result; -1 for none. */
  chosen = $state(-1);

  /** In the order of the list. */
  readonly hits = $derived(arranged(this.answer?.hits ?? [], this.grouped));
  /** What is shown; while a choice is carried out, what was chosen. */
  readonly gathered = $derived<Gathered>(
    this.sorting && this.gather !== 'auto' ? this.gather : (this.answer?.gathered ?? 'best'),
  );
  /** Whether all answers can be shown: only a closer reading finds them. */
  readonly canGather = $derived(this.answer !== null && this.isReadClosely(this.answer));
  readonly hit = $derived<Hit | null>(this.hits[this.chosen] ?? null);
  /** Counts questions, so that a slow answer never replaces a later one. */
  private asked = 0;

  constructor(private readonly backend: Backend) {}

  /** Asks the question. `remember` is false where no person asks it: at the start of the window. */
  async ask(collection: number, remember = true): Promise<void> {
    const text = this.text.trim();
    if (!text) return;
    const turn = ++this.asked;
    this.asking = true;
    this.forgotten = false;
    if (text !== this.answer?.question.text) this.gather = 'auto';
    const { mode } = this;
    const documents = [...this.documents];
    const question = { text, collection, documents, k: HITS, mode, gather: AT_FIRST, rerank: false, remember };
    try {
      const answer = await this.backend.ask(question);
      if (turn === this.asked) this.settle(answer, null);
    } catch (thrown) {
      if (turn === this.asked) this.settle(null, asProblem(thrown));
    }
  }

  /** Chooses between the best results and all answers for this question, and reads them. Returns what `sort` returns. */
  async gatherAs(gather: Gathered): Promise<number | null> {
    this.gather = gather;
    this.asked += 1;
    return this.sort(null);
  }

  /**
   * Asks again with a closer reading, and puts the results in their final order. The selected result stays selected, if
   * it is still there. Returns the result to show: the first one, or the selected one if the reader has moved on from the
   * one `opened`. It is null if that one is shown already.
   */
  async sort(opened: Hit | null = this.hit): Promise<number | null> {
    const first = this.answer;
    if (!first || !this.isReadClosely(first)) return null;
    const turn = this.asked;
    const { gather } = this;
    this.sorting = true;
    try {
      const answer = await this.backend.ask({ ...first.question, gather, rerank: true, remember: false });
      if (turn !== this.asked) return null;
      const shown = this.hit;
      this.answer = answer;
      this.chosen = this.placeOf(shown);
      const moved = this.chosen >= 0 && shown?.id !== opened?.id;
      return different(shown, this.hits, moved ? this.chosen : 0);
    } catch {
      // The first order stays: it is an answer too.
      return null;
    } finally {
      if (turn === this.asked) this.sorting = false;
    }
  }

  toggleCloserReading(): void {
    this.closerReading = !this.closerReading;
    localStorage.setItem(KEY, this.closerReading ? 'on' : 'off');
  }

  /** Lists results under their documents, or as ranked. The selected one stays selected. */
  toggleGrouped(): void {
    const shown = this.hit;
    this.grouped = !this.grouped;
    localStorage.setItem(ORDER, this.grouped ? 'document' : 'rank');
    this.chosen = this.placeOf(shown);
  }

  /** Place of a result in the ranking, from 1, however results are listed. */
  rankOf(hit: Hit): number {
    return (this.answer?.hits.indexOf(hit) ?? -1) + 1;
  }

  choose(index: number): Hit | null {
    this.chosen = Math.max(-1, Math.min(index, this.hits.length - 1));
    return this.hit;
  }

  /** Removes the results: they belong to another collection, or to a document that is gone. */
  clear(): void {
    this.asked += 1;
    this.documents = [];
    this.settle(null, null);
  }

  /** Whether a closer reading follows the first results. */
  private isReadClosely({ question, hits }: Answer): boolean {
    return this.closerReading && question.mode === 'hybrid' && hits.length > 0;
  }

  /** Place of a result in the list; -1 if it is not there. */
  private placeOf(shown: Hit | null): number {
    return this.hits.findIndex(({ id }) => id === shown?.id);
  }

  private settle(answer: Answer | null, problem: Problem | null): void {
    this.answer = answer;
    this.problem = problem;
    this.chosen = -1;
    this.asking = false;
    this.sorting = answer !== null && this.isReadClosely(answer);
  }
}

/** The place of a result if another one, or another sentence of it, is shown. */
function different(shown: Hit | null, hits: Hit[], place: number): number | null {
  const hit = hits[place];
  if (!hit) return null;
  return hit.id === shown?.id && bestSentence(hit) === bestSentence(shown) ? null : place;
}

const bestSentence = ({ pieces }: Hit): string => pieces.map(({ sentence, text }) => (sentence ? text : '')).join('');
