// @vitest-environment happy-dom
// The card of a result: it shows where its words stand, and offers to act only on the result that is selected.

import { describe, expect, it } from 'vitest';
import { words } from '../../lib/words/language';
import { all, one, openApp, show, text, until } from '../../testing/stage';
import ResultItem from './ResultItem.svelte';

/** The card of the first result of a question, selected or not. */
async function card(chosen: boolean) {
  const app = await openApp();
  app.search.text = 'Who may end the agreement?';
  await app.feedback.show(app.library.current);
  await app.search.ask(app.library.current ?? 0);
  app.search.choose(chosen ? 0 : 1);
  const [hit] = app.search.hits;
  if (!hit) throw new Error('the fixture answers');
  show(app, ResultItem, { hit, index: 0, chosen });
  return { app, hit };
}

describe('the card of a result', () => {
  it('names document and page, and shows the best sentence', async () => {
    const { hit } = await card(false);
    expect(text('.name')).toBe(hit.document_name);
    expect(text('.page')).toContain(hit.page_label);
    const sentence = hit.pieces.find((piece) => piece.sentence)?.text.trim() ?? '';
    expect(text('.text')).toContain(sentence.slice(0, 40));
  });

  it('has the name of the document before the place in it', async () => {
    await card(false);
    const [name, heading] = [one('.name'), one('.heading')];
    expect(name.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('starts with the whole best sentence where it is selected', async () => {
    const { hit } = await card(true);
    expect(text('.text').startsWith(hit.cited.sentence)).toBe(true);
    expect(all('.text .clamp')).toEqual([]);
  });

  it('says that its text was recognised in a scan', async () => {
    const { app, hit } = await card(false);
    expect(all('.scan')).toEqual([]);
    show(app, ResultItem, { hit: { ...hit, confidence: 0.964 }, index: 0, chosen: false });
    expect([text('.scan'), one('.scan').title]).toEqual([words.results.scan, words.viewer.recognised(96)]);
  });

  it('shows the row that answers below the heads of its columns, and which figure is meant', async () => {
    const { app, hit } = await card(true);
    expect(all('[data-figures]')).toEqual([]);
    const figure = (head: string, asked: boolean) => ({ head, text: '$1,577', scale: 'million', period: head, asked });
    const row = {
      title: 'Cash flows',
      path: ['Investing', 'Purchases of equipment'],
      figures: [figure('2018', true), figure('2017', false)],
    };
    show(app, ResultItem, { hit: { ...hit, row }, index: 0, chosen: true });
    expect(text('[data-figures] p')).toBe('Cash flows › Investing');
    expect(all('[data-figures] .asked').map((one) => one.textContent)).toEqual(['2018', '$1,577 million']);
  });

  it('offers citation and marks only where it is selected', async () => {
    await card(false);
    expect(all('footer')).toEqual([]);
    const { hit } = await card(true);
    expect(text('.citation')).toBe(hit.citation);
    expect(all(`[aria-label="${words.results.isRelevant}"] button`)).toHaveLength(2);
  });

  it('shows the whole passage on request, and less again', async () => {
    const { hit } = await card(true);
    const whole = hit.pieces.map((piece) => piece.text).join('').replaceAll(/\s+/g, ' ').trim(); // prettier-ignore
    const button = all('footer button').find((one) => one.textContent?.includes(words.results.showPassage));
    button?.click();
    expect(text('.text')).toBe(whole);
    button?.click();
    expect(text('.text').length).toBeLessThan(whole.length);
  });

  it('is marked, says so, and can be unmarked in the message', async () => {
    const { app } = await card(true);
    one('.yes').click();
    await until('the mark', () => all('.mark').length > 0);
    expect([one('.mark').title, one('.yes').getAttribute('aria-pressed')]).toEqual([
      words.results.markedRelevant,
      'true',
    ]);
    await app.undo.run();
    await until('the mark to go', () => all('.mark').length === 0);
  });
});
