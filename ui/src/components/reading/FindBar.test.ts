// @vitest-environment happy-dom
// The bar that finds words in a document: a person must see how often they stand there, and get from one to the next.

import { describe, expect, it } from 'vitest';
import type { Found } from '../../lib/types/Found';
import { words } from '../../lib/words/language';
import { all, one, openApp, press, show, text, until } from '../../testing/stage';
import FindBar from './FindBar.svelte';

const texts = words.reading;
const at = (page: number) => ({ boxes: [{ page, rect: { x0: 0, y0: 10, x1: 9, y1: 20 } }] });
const three = { count: 3, occurrences: [at(1), at(4), at(9)] } as unknown as Found;
const none = { count: 0, occurrences: [] } as unknown as Found;

/** The bar over a document, and what it looked for, with the number of the document. */
async function opened(found: Found = three) {
  const sought: [number, string][] = [];
  const findIn = async (document: number, words: string) => (sought.push([document, words]), found);
  const app = await openApp({ findIn });
  const [first, second] = app.library.documents;
  if (!first || !second) throw new Error('the fixture has documents');
  await app.viewer.show(first);
  app.reading.find.show();
  show(app, FindBar, {});
  return { app, first, second, sought };
}

/** Types words, as far as the bar hears of it. */
function type(words: string): void {
  const field = one('#find') as HTMLInputElement;
  field.focus();
  field.value = words;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('the find bar', () => {
  it('looks for what was typed once the typing pauses, and says how often it is there', async () => {
    const { first, sought } = await opened();
    for (const words of ['t', 'te', 'term']) type(words);
    await until('a number', () => text('output') !== '');
    expect(sought).toEqual([[first.id, 'term']]);
    expect(text('output')).toBe(texts.found(1, 3));
  });

  it('goes on with Enter, back with Shift and Enter, and around at the end', async () => {
    const { app } = await opened();
    type('term');
    await until('a number', () => text('output') !== '');
    const seen = [];
    for (const shiftKey of [false, false, false, true]) {
      press('Enter', one('#find'), { shiftKey });
      seen.push([text('output'), app.viewer.target?.page]);
    }
    expect(seen).toEqual([
      [texts.found(2, 3), 4],
      [texts.found(3, 3), 9],
      [texts.found(1, 3), 1],
      [texts.found(3, 3), 9],
    ]);
  });

  it('says that words are not there, and offers no next place', async () => {
    await opened(none);
    type('unicorn');
    await until('an answer', () => text('output') !== '');
    expect(text('output')).toBe(texts.notFound);
    const steps = [texts.previousFound, texts.nextFound].map((name) => one(`[aria-label="${name}"]`));
    expect(steps.every((button) => (button as HTMLButtonElement).disabled)).toBe(true);
  });

  it('looks for the same words in the next document', async () => {
    const { app, first, second, sought } = await opened();
    type('term');
    await until('a number', () => text('output') !== '');
    await app.viewer.show(second);
    await until('another search', () => sought.length > 1);
    expect(sought).toEqual([
      [first.id, 'term'],
      [second.id, 'term'],
    ]);
  });

  it('closes with Escape, and gives the keys back to the pages', async () => {
    const { app } = await opened();
    const pages = document.createElement('div');
    Object.assign(pages, { id: 'pages', tabIndex: 0 });
    document.body.append(pages);
    one('#find').focus();
    press('Escape');
    expect([app.reading.find.open, document.activeElement]).toEqual([false, pages]);
    expect(all('#pages')).toHaveLength(1);
    pages.remove();
  });
});
