import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyStorage } from '../../testing/storage';
import { answer } from '../../fixture/answers';
import { setPage } from '../../fixture/paper';
import { paragraphs } from '../../fixture/matter';
import type { Backend } from '../backend/interface';
import type { Answer } from '../types/Answer';
import type { Question } from '../types/Question';
import { Search } from './search.svelte';

const quick = (question: Question): Answer => answer(question, (page) => setPage(page, '', paragraphs));
/** The same results in the opposite order. */
const sorted = (question: Question): Answer => ({ ...quick(question), hits: quick(question).hits.toReversed() });

/** A search whose closer reading gives what `read` gives. */
function searching(read: (question: Question) => Promise<Answer>, asked: Question[] = []) {
  const ask: Backend['ask'] = async (question, onFirst) => {
    asked.push(question);
    if (question.rerank) onFirst(quick({ ...question, rerank: false }));
    return question.rerank ? read(question) : quick(question);
  };
  const search = new Search({ ask: vi.fn(ask) } as unknown as Backend);
  search.text = 'Who may end the agreement?';
  return search;
}

const backend = async (question: Question) => sorted(question);

beforeEach(() => void emptyStorage());

describe('results settle calmly', () => {
  it('shows the first results at once, and then their final order', async () => {
    const search = searching(backend);
    await search.ask(1);
    const first = search.hits.map(({ id }) => id);
    expect(search.answer?.match).toBeNull();
    expect(await search.sort()).toBe(0);
    expect(search.hits.map(({ id }) => id)).toEqual(first.toReversed());
    expect(search.answer?.match).toBe('found');
  });

  it('asks a question once', async () => {
    const asked: Question[] = [];
    const search = searching(backend, asked);
    await search.ask(1);
    await search.sort();
    expect(asked.map(({ rerank, remember }) => [rerank, remember])).toEqual([[true, true]]);
  });

  it('keeps the selected result selected', async () => {
    const search = searching(backend);
    await search.ask(1);
    const chosen = search.choose(1)?.id;
    await search.sort();
    expect(search.hit?.id).toBe(chosen);
  });

  it('shows a result anew if another sentence of it is best now', async () => {
    const [same, other] = [false, true].map((moved) =>
      searching(async (question) => {
        const given = quick(question);
        const pieces = [{ text: 'Another sentence.', sentence: true, matched: false, header: false }];
        return moved ? { ...given, hits: given.hits.map((hit) => ({ ...hit, pieces })) } : given;
      }),
    );
    for (const search of [same, other]) await search?.ask(1);
    for (const search of [same, other]) search?.choose(0);
    expect(await same?.sort()).toBeNull();
    const late = other?.sort();
    other?.choose(2);
    expect(await late).toBe(2);
  });

  it('leaves in place what is being read once the reader has moved on', async () => {
    const search = searching(backend);
    await search.ask(1);
    const shown = search.choose(0)?.id;
    search.moveOn();
    expect(await search.sort(), 'nothing else is opened').toBeNull();
    expect([search.hit?.id, search.chosen]).toEqual([shown, 5]);
    search.text = 'Another question';
    await search.ask(1);
    search.choose(0);
    expect(await search.sort(), 'the next question starts anew').toBe(0);
  });

  it('opens nothing else when the passage being read is no result any more', async () => {
    const search = searching(async (question) => ({ ...quick(question), hits: quick(question).hits.slice(1) }));
    await search.ask(1);
    search.choose(0);
    search.moveOn();
    expect(await search.sort()).toBeNull();
    expect(search.chosen).toBe(-1);
  });

  it('never replaces the results of a later question', async () => {
    let read: (() => void) | undefined;
    const reading = new Promise((resolve) => (read = () => resolve(null)));
    const search = searching(async (question) => {
      await reading;
      return backend(question);
    });
    await search.ask(1);
    const late = search.sort();
    search.text = 'nothing';
    await search.ask(1);
    read?.();
    expect(await late).toBeNull();
    expect(search.hits).toEqual([]);
  });

  it('keeps the first order when the closer reading fails, or is turned off', async () => {
    const failing = searching(async () => {
      throw new Error('no model');
    });
    await failing.ask(1);
    expect(await failing.sort()).toBeNull();
    expect(failing.hits).toHaveLength(6);
    const off = searching(backend);
    off.toggleCloserReading();
    await off.ask(1);
    expect(await off.sort()).toBeNull();
    expect(new Search({} as Backend).closerReading.value).toBe(false);
  });
});

describe('results under their documents', () => {
  it('keep the selected one, and the choice is remembered', async () => {
    const documentOf = (place: number) => (place % 2 ? 2 : 1);
    const search = searching(async (question) => {
      const given = quick(question);
      return { ...given, hits: given.hits.map((hit, place) => ({ ...hit, document: documentOf(place) })) };
    });
    await search.ask(1);
    await search.sort();
    const chosen = search.choose(1);
    search.toggleGrouped();
    expect(search.hits.map(({ document }) => document)).toEqual([1, 1, 1, 2, 2, 2]);
    expect([search.hit?.id, search.chosen]).toEqual([chosen?.id, 3]);
    expect(search.hit && search.rankOf(search.hit), 'its rank stays').toBe(2);
    expect(new Search({} as Backend).grouped.value).toBe(true);
    search.toggleGrouped();
    expect(search.chosen).toBe(1);
  });
});
