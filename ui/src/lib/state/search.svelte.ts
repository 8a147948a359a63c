// The question being asked, and its results.

import type { Backend } from '../backend/backend';
import { asProblem } from '../backend/problem';
import type { Answer } from '../types/Answer';
import type { Hit } from '../types/Hit';
import type { Mode } from '../types/Mode';
import type { Problem } from '../types/Problem';

/** How many results are asked for. */
const HITS = 20;

/** Where the choice of a closer reading is kept. */
const KEY = 'pincite.closer-reading';

/** The order in which a key goes through the modes. */
export const NEXT_MODE: Record<Mode, Mode> = { hybrid: 'dense', dense: 'lexical', lexical: 'hybrid' };

export class Search {
  text = $state('');
  mode = $state<Mode>('hybrid');
  /** Search only this document; null searches the whole collection. */
  document = $state<number | null>(null);
  /** Whether the best results are read together with the question. */
  closerReading = $state(localStorage.getItem(KEY) !== 'off');
  asking = $state(false);
  /** The first results are there, and a closer reading may still change their order. */
  sorting = $state(false);
  answer = $state.raw<Answer | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** Index of the selected result; -1 for none. */
  chosen = $state(-1);

  readonly hits = $derived(this.answer?.hits ?? []);
  readonly hit = $derived<Hit | null>(this.hits[this.chosen] ?? null);
  /** Counts questions, so that a slow answer never replaces a later one. */
  private asked = 0;

  constructor(private readonly backend: Backend) {}

  async ask(collection: number): Promise<void> {
    const text = this.text.trim();
    if (!text) return;
    const turn = ++this.asked;
    this.asking = true;
    const { document, mode } = this;
    const question = { text, collection, document, k: HITS, mode, rerank: false, remember: true };
    try {
      const answer = await this.backend.ask(question);
      if (turn === this.asked) this.settle(answer, null);
    } catch (thrown) {
      if (turn === this.asked) this.settle(null, asProblem(thrown));
    }
  }

  /**
   * Asks again with a closer reading, and puts the results in their final order. The selected result stays selected, if
   * it is still there. True if the first result is another one now.
   */
  async sort(): Promise<boolean> {
    const first = this.answer;
    if (!first || !this.closerReading || first.question.mode !== 'hybrid') return false;
    const turn = this.asked;
    this.sorting = true;
    try {
      const answer = await this.backend.ask({ ...first.question, rerank: true, remember: false });
      if (turn !== this.asked) return false;
      const chosen = this.hit?.id;
      this.answer = answer;
      this.chosen = answer.hits.findIndex(({ id }) => id === chosen);
      return answer.hits[0]?.id !== first.hits[0]?.id;
    } catch {
      // The first order stays: it is an answer too.
      return false;
    } finally {
      if (turn === this.asked) this.sorting = false;
    }
  }

  toggleCloserReading(): void {
    this.closerReading = !this.closerReading;
    localStorage.setItem(KEY, this.closerReading ? 'on' : 'off');
  }

  choose(index: number): Hit | null {
    this.chosen = Math.max(-1, Math.min(index, this.hits.length - 1));
    return this.hit;
  }

  /** Removes the results: they belong to another collection, or to a document that is gone. */
  clear(): void {
    this.asked += 1;
    this.document = null;
    this.settle(null, null);
  }

  private settle(answer: Answer | null, problem: Problem | null): void {
    this.answer = answer;
    this.problem = problem;
    this.chosen = -1;
    this.asking = false;
    this.sorting = false;
  }
}
