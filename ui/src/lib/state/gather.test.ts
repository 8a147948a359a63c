import { beforeEach, describe, expect, it } from 'vitest';
import { emptyStorage } from '../../testing/storage';
import { answer } from '../../fixture/answers';
import { paragraphs } from '../../fixture/matter';
import { setPage } from '../../fixture/paper';
import type { Backend } from '../backend/interface';
import type { Question } from '../types/Question';
import { words } from '../words/language';
import { Search } from './search.svelte';

const LIST = 'Which clauses limit liability?';
const ONE = 'Who may end the agreement?';

/** A search of the fixture, and the questions it gets. */
function searching() {
  const asked: Question[] = [];
  const answered = (question: Question) => answer(question, (page) => setPage(page, '', paragraphs));
  const ask: Backend['ask'] = async (question, onFirst) => {
    asked.push(question);
    if (question.rerank) onFirst(answered({ ...question, rerank: false }));
    return answered(question);
  };
  const search = new Search({ ask } as unknown as Backend);
  /** Asks as the window does: the first results, then the closer reading. */
  const type = async (text: string) => {
    search.text = text;
    await search.ask(1);
    return search.sort();
  };
  return { search, asked, type };
}

describe('best matches or all answers', () => {
  beforeEach(() => void emptyStorage());

  it('is set by the question, and says how many answers were found', async () => {
    const { search, type } = searching();
    await type(LIST);
    expect([search.gathered, search.answer?.found, search.hits.length]).toEqual(['all', 3, 3]);
    await type(ONE);
    expect([search.gathered, search.answer?.found, search.hits.length]).toEqual(['best', null, 6]);
  });

  it('asks once, shows the first results at once, and all answers when they are read', async () => {
    const { search, asked } = searching();
    search.text = LIST;
    await search.ask(1);
    expect([search.gathered, search.hits.length]).toEqual(['best', 6]);
    await search.sort();
    expect([search.gathered, search.hits.length]).toEqual(['all', 3]);
    expect(asked.map(({ gather, rerank }) => [gather, rerank])).toEqual([['auto', true]]);
  });

  it('can be chosen, which asks the question again and keeps the selected result', async () => {
    const { search, asked, type } = searching();
    await type(LIST);
    search.choose(1);
    const reading = search.gatherAs('best');
    expect([search.sorting, search.gathered], 'the switch does not wait').toEqual([true, 'best']);
    expect(await reading, 'the selected result is shown already').toBeNull();
    expect([search.hits.length, search.chosen, search.gathered]).toEqual([6, 1, 'best']);
    expect(asked.at(-1)).toMatchObject({ text: LIST, gather: 'best', rerank: true, remember: false });
    search.choose(5);
    expect(await search.gatherAs('all'), 'a result that is no answer gives way to the first').toBe(0);
  });

  it('is chosen for one question only', async () => {
    const { search, type } = searching();
    await type(ONE);
    await search.gatherAs('all');
    await type(ONE);
    expect(search.gathered, 'the same question').toBe('all');
    await type('Who pays?');
    expect([search.gather, search.gathered], 'another one').toEqual(['auto', 'best']);
  });

  it('ends a reading that goes on', async () => {
    const { search } = searching();
    search.text = LIST;
    await search.ask(1);
    const late = search.sort();
    await search.gatherAs('best');
    expect(await late).toBeNull();
    expect([search.gathered, search.sorting]).toEqual(['best', false]);
  });

  it('is offered only where a closer reading finds the answers', async () => {
    const { search, type } = searching();
    expect(search.canGather, 'before a question').toBe(false);
    await type(LIST);
    expect(search.canGather).toBe(true);
    search.toggleCloserReading();
    expect(search.canGather, 'without closer reading').toBe(false);
    search.toggleCloserReading();
    search.mode = 'lexical';
    await search.ask(1);
    expect(search.canGather, 'for exact words').toBe(false);
  });

  it('counts in plain words', () => {
    expect([1, 4].map(words.counts.answers)).toEqual(['1 answer found', '4 answers found']);
  });
});
