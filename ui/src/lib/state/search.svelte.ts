// The question being asked, and its results.

import type { Backend } from '../backend/interface';
import { asProblem } from '../backend/problem';
import type { Answer } from '../types/Answer';
import type { Gather } from '../types/Gather';
import type { Gathered } from '../types/Gathered';
import type { Hit } from '../types/Hit';
import type { Mode } from '../types/Mode';
import type { Problem } from '../types/Problem';
import type { Question } from '../types/Question';
import { arranged } from '../search/arrange';
import { keep } from './keep.svelte';
import { Latest } from './latest';

/** How many results are asked for. */
const HITS = 20;

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
  readonly grouped = keep('grouped', false);
  /** Whether the best results are read together with the question. */
  readonly closerReading = keep('closer-reading', true);
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

  /** Documents without an answer, where all answers of several were asked for. */
  readonly without = $derived((this.answer?.documents ?? []).filter(({ match }) => match === 'not_found'));
  /** In the order of the list. */
  readonly hits = $derived(arranged(this.answer?.hits ?? [], this.grouped.value));
  /** What is shown; while a choice is carried out, what was chosen. */
  readonly gathered = $derived<Gathered>(
    this.sorting && this.gather !== 'auto' ? this.gather : (this.answer?.gathered ?? 'best'),
  );
  /** Whether all answers can be shown: only a closer reading finds them. */
  readonly canGather = $derived(this.answer !== null && this.isReadClosely(this.answer));
  readonly hit = $derived<Hit | null>(this.hits[this.chosen] ?? null);
  /** Whether the reader has moved on from the first result. Then the final order leaves in place what is being read. */
  movedOn = false;
  private readonly questions = new Latest();
  /** Whether what was asked last is still of use. */
  private isLatest = this.questions.begin();
  /** The closer reading of the question asked; null if none is to come. */
  private reading: Promise<Answer> | null = null;

  constructor(private readonly backend: Backend) {}

  /**
   * Asks the question. Done when results are there; `sort` waits for their final order. `remember` is false where no person
   * asks it: at the start of the window, which also knows what was wanted.
   */
  async ask(collection: number, remember = true, gather: Gather | null = null): Promise<void> {
    const text = this.text.trim();
    if (!text) return;
    const isLatest = (this.isLatest = this.questions.begin());
    this.asking = true;
    this.forgotten = false;
    if (gather !== null) this.gather = gather;
    else if (text !== this.answer?.question.text) this.gather = 'auto';
    const rerank = this.closerReading.value && this.mode === 'hybrid';
    const scope = { collection, documents: [...this.documents], mode: this.mode };
    const question = { text, ...scope, k: HITS, gather: this.gather, rerank, remember };
    this.reading = null;
    try {
      const { answer, reading } = await inStages(this.backend, question);
      if (!isLatest()) return;
      this.settle(answer, null);
      this.reading = answer.hits.length > 0 ? reading : null;
      this.sorting = this.reading !== null;
    } catch (thrown) {
      if (isLatest()) this.settle(null, asProblem(thrown));
    }
  }

  /** Chooses between the best results and all answers for this question, and reads them. Returns what `sort` returns. */
  async gatherAs(gather: Gathered): Promise<number | null> {
    this.gather = gather;
    this.isLatest = this.questions.begin();
    if (!this.answer || !this.isReadClosely(this.answer)) return null;
    const question = { ...this.answer.question, gather, rerank: true, remember: false };
    this.reading = this.backend.ask(question, () => undefined);
    return this.sort(null);
  }

  /**
   * Waits for the closer reading, and puts the results in their final order. The selected result stays selected, if it is
   * still there. Returns the result to show: the first one, or the selected one if the reader has moved on from the one
   * `opened`. It is null if that one is shown already, or if the passage being read is no result any more.
   */
  async sort(opened: Hit | null = this.hit): Promise<number | null> {
    const { reading, isLatest } = this;
    if (!reading) return null;
    this.sorting = true;
    try {
      const answer = await reading;
      if (!isLatest()) return null;
      const shown = this.hit;
      this.movedOn ||= shown?.id !== opened?.id;
      this.answer = answer;
      this.chosen = this.placeOf(shown);
      if (this.chosen < 0 && this.movedOn && opened) return null;
      return different(shown, this.hits, this.movedOn ? Math.max(0, this.chosen) : 0);
    } catch {
      // The first order stays: it is an answer too.
      return null;
    } finally {
      if (isLatest()) this.sorting = false;
    }
  }

  toggleCloserReading(): void {
    this.closerReading.value = !this.closerReading.value;
  }

  /** Lists results under their documents, or as ranked. The selected one stays selected. */
  toggleGrouped(): void {
    const shown = this.hit;
    this.grouped.value = !this.grouped.value;
    this.chosen = this.placeOf(shown);
  }

  /** Place of a result in the ranking, from 1, however results are listed. */
  rankOf(hit: Hit): number {
    return (this.answer?.hits.indexOf(hit) ?? -1) + 1;
  }

  /** Whether the document of a result may answer or not, while others do answer. */
  isUnsure({ document }: Hit): boolean {
    const judged = this.answer?.documents.find((one) => one.document === document);
    return this.answer?.match === 'found' && judged?.match === 'unsure';
  }

  /** Tells that the reader scrolls, clicks or types where results are read. */
  moveOn(): void {
    this.movedOn = true;
  }

  choose(index: number): Hit | null {
    this.chosen = Math.max(-1, Math.min(index, this.hits.length - 1));
    return this.hit;
  }

  /** Removes the results: they belong to another collection, or to a document that is gone. */
  clear(): void {
    this.questions.cancel();
    this.reading = null;
    this.documents = [];
    this.settle(null, null);
  }

  /** Whether a closer reading can be asked for. */
  private isReadClosely({ question, hits }: Answer): boolean {
    return this.closerReading.value && question.mode === 'hybrid' && hits.length > 0;
  }

  /** Place of a result in the list; -1 if it is not there. */
  private placeOf(shown: Hit | null): number {
    return this.hits.findIndex(({ id }) => id === shown?.id);
  }

  private settle(answer: Answer | null, problem: Problem | null): void {
    this.answer = answer;
    this.problem = problem;
    this.chosen = -1;
    this.movedOn = false;
    this.asking = false;
    this.sorting = false;
  }
}

/** Results of a question: the first ones, and the promise of their final order if a closer reading follows. */
interface Stages {
  answer: Answer;
  reading: Promise<Answer> | null;
}

/** Asks a question; done when the first results are there. */
function inStages(backend: Backend, question: Question): Promise<Stages> {
  return new Promise((resolve, reject) => {
    const show = (answer: Answer) => resolve({ answer, reading });
    const reading = Promise.resolve().then(() => backend.ask(question, show));
    reading.then((answer) => resolve({ answer, reading: null }), reject);
  });
}

/** The place of a result if another one, or another sentence of it, is shown. */
function different(shown: Hit | null, hits: Hit[], place: number): number | null {
  const hit = hits[place];
  if (!hit) return null;
  return hit.id === shown?.id && bestSentence(hit) === bestSentence(shown) ? null : place;
}

const bestSentence = ({ pieces }: Hit): string => pieces.map(({ sentence, text }) => (sentence ? text : '')).join('');
