// @vitest-environment happy-dom
// What was computed, above the results: the formula, and each figure that it was computed of, to check it on its page.

import { describe, expect, it } from 'vitest';
import { answer } from '../../fixture/answers';
import { fixture } from '../../fixture/backend';
import { paragraphs } from '../../fixture/matter';
import { setPage } from '../../fixture/paper';
import { runCommand } from '../../lib/keyboard/run';
import { targetOf } from '../../lib/keyboard/target';
import type { Backend } from '../../lib/backend/interface';
import type { Answer } from '../../lib/types/Answer';
import { words } from '../../lib/words/language';
import { all, one, openApp, show, text, until } from '../../testing/stage';
import SearchPane from './SearchPane.svelte';

const RATIO = 'What was the quick ratio for FY2019 and FY2020?';
const CHANGE = 'By how much did revenue grow?';
const copied: string[] = [];
const copy: Backend['copy'] = async (given) => void copied.push(await given);

/** The pane with the answer to a question. */
async function asked(question: string) {
  const app = await openApp({ copy });
  app.search.text = question;
  await app.search.ask(app.library.current ?? 0);
  await app.search.sort();
  show(app, SearchPane, {});
  return app;
}

const figures = () => all('[data-computed] .source');
const partsOf = (given: Answer | null) => given?.computed?.values.flatMap(({ parts }) => parts) ?? [];
const textOf = (element: HTMLElement) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

describe('a ratio', () => {
  it('is shown with its document, its formula and a value for each year', async () => {
    const app = await asked(RATIO);
    const { computed } = app.search.answer ?? {};
    expect(text('[data-computed] h3')).toBe('Quick ratio');
    expect(text('[data-computed] .document')).toBe(computed?.document_name);
    expect(text('[data-computed] .formula')).toBe(computed?.formula);
    expect(all('[data-computed] .value').map(textOf)).toEqual(['2019: 0.55', '2020: 0.60']);
    expect(text('[data-computed]')).toContain(words.results.computed.check);
  });

  it('comes before the results', async () => {
    await asked(RATIO);
    const [card, results] = [one('[data-computed]'), one('.results')];
    expect(card.compareDocumentPosition(results) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('names each figure below its year, and opens its page', async () => {
    const app = await asked(RATIO);
    const parts = partsOf(app.search.answer);
    expect(parts).toHaveLength(6);
    expect(all('[data-computed] ul').map((list) => list.querySelectorAll('.source').length)).toEqual([3, 3]);
    for (const [place, part] of parts.entries()) {
      const figure = figures()[place];
      expect(textOf(figure as HTMLElement)).toContain(`${part.label} · ${part.figure} · ${part.period}`);
      figure?.click();
      await until('the page', () => app.viewer.target?.page === part.page && app.viewer.highlights === part.highlights);
      expect(
        figures()
          .map((one) => one.getAttribute('aria-current') === 'true')
          .indexOf(true),
      ).toBe(place);
      expect(app.viewer.document?.id).toBe(app.search.answer?.computed?.document);
    }
  });

  it('opens the page where that was hidden, and leaves the selected result as it is', async () => {
    const app = await asked(RATIO);
    await app.openHit(1);
    app.panes.toggle('page');
    figures()[0]?.click();
    await until('the page', () => app.panes.shows('page'));
    expect(app.search.chosen).toBe(1);
    await runCommand('next', app);
    expect(app.search.chosen).toBe(2);
    expect(all('[data-computed] [aria-current="true"]'), 'the page shows a result now').toEqual([]);
  });

  it('is reached by Tab, and letters do not act on it', async () => {
    await asked(RATIO);
    const buttons = all('[data-computed] button');
    expect(buttons.every((button) => button.tabIndex === 0)).toBe(true);
    expect(new Set(buttons.map(targetOf))).toEqual(new Set(['control']));
  });

  it('has the citation of each figure to copy', async () => {
    const app = await asked(RATIO);
    const citations = partsOf(app.search.answer).map(({ citation }) => citation);
    expect(all('[data-computed] .citation').map(textOf)).toEqual(citations);
    copied.length = 0;
    all('[data-computed] [data-copy-citation]')[2]?.click();
    await until('the copy', () => copied.length > 0);
    expect(copied).toEqual([citations[2]]);
  });
});

describe('a change', () => {
  it('is shown without a formula, and with the figures of both years', async () => {
    await asked(CHANGE);
    expect(text('[data-computed] h3')).toBe(words.results.computed.change);
    expect(all('[data-computed] .formula')).toEqual([]);
    expect(all('[data-computed] .value').map(textOf)).toEqual(['2020: 6.3 %']);
    expect(figures().map((figure) => textOf(figure).replace(/^.*?Net/, 'Net'))).toEqual([
      'Net revenue · $1,484 million · year 2019',
      'Net revenue · $1,577 million · year 2020',
    ]);
  });
});

describe('without a computed value', () => {
  it('nothing is shown, also after a question that had one', async () => {
    const app = await asked(RATIO);
    app.search.text = 'Who may end the agreement?';
    await app.search.ask(app.library.current ?? 0);
    expect(app.search.hits.length).toBeGreaterThan(0);
    expect(all('[data-computed]')).toEqual([]);
  });
});

describe('a figure opened while the results are read closely', () => {
  it('stays highlighted when another sentence of the selected result is found', async () => {
    let finish: () => void = () => undefined;
    const read = new Promise<void>((resolve) => (finish = resolve));
    const ask: Backend['ask'] = async (question, onFirst) => {
      onFirst(await fixture.ask({ ...question, rerank: false }, () => undefined));
      await read;
      return withOtherSentence(answer(question, (page) => setPage(page, '', paragraphs)));
    };
    const app = await openApp({ ask });
    app.search.text = RATIO;
    await app.ask();
    show(app, SearchPane, {});
    await until('the first page', () => app.viewer.highlights === app.search.hit?.highlights && app.search.sorting);
    const [first] = partsOf(app.search.answer);
    figures()[0]?.click();
    await until('the page', () => app.viewer.highlights === first?.highlights);
    finish();
    await until('the final order', () => !app.search.sorting);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(app.viewer.highlights).toEqual(first?.highlights);
    expect(figures()[0]?.getAttribute('aria-current')).toBe('true');
  });
});

/** An answer with another best sentence in each of its results. */
function withOtherSentence(given: Answer): Answer {
  const piece = { text: 'Another sentence.', sentence: true, matched: false, header: false };
  return { ...given, hits: given.hits.map((hit) => ({ ...hit, pieces: [piece] })) };
}
