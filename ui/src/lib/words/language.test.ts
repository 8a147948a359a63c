import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyStorage } from '../../testing/storage';
import { pluralsOf } from './plural';
import { LANGUAGES, nameOf, words, wordsOf } from './language';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('the language', () => {
  it('is the first one of the system that there is, or else English', () => {
    const chosen = (...system: string[]) => wordsOf('system', system).language;
    expect(chosen('pt-BR', 'de-CH', 'en-GB')).toBe('de-DE');
    expect(chosen('DE')).toBe('de-DE');
    expect(chosen('en-US', 'de')).toBe('en-GB');
    expect([chosen('pt-BR', 'constructor'), chosen()]).toEqual(['en-GB', 'en-GB']);
  });

  it('is the kept one, whatever the system has', async () => {
    for (const [code, name] of Object.entries(LANGUAGES)) {
      expect(name, 'each language has its own name').not.toBe('');
      expect((await loaded(`"${code}"`)).words.language).toMatch(new RegExp(`^${code}-`));
    }
    expect((await loaded('"xx"')).words.language, 'what makes no sense counts as not kept').toBe('es-ES');
    expect((await loaded('"system"')).words.language).toBe('es-ES');
  });

  it('of tests runs from right to left, and is told to the page', async () => {
    const { direction, tellPage, words } = await loaded('"pseudo-rtl"');
    const page = {} as HTMLElement;
    tellPage(page);
    expect([words.language, direction, page]).toEqual(['ar', 'rtl', { lang: 'ar', dir: 'rtl' }]);
    expect((await loaded('"de"')).direction).toBe('ltr');
  });

  it('that is chosen is kept, and the page loads again', async () => {
    const { chooseLanguage } = await loaded('"system"');
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    chooseLanguage('de');
    expect([reload.mock.calls.length, localStorage.getItem('pincite.language')]).toEqual([1, '"de"']);
  });

  /** The module as a page finds it that loads with a kept choice, on a Spanish system. */
  function loaded(kept: string): Promise<typeof import('./language')> {
    vi.resetModules();
    emptyStorage().set('pincite.language', kept);
    vi.stubGlobal('navigator', { languages: ['es-MX', 'en'] });
    return import('./language');
  }
});

describe('plural forms', () => {
  it('follow the rules of the language', () => {
    expect(words.counts.pages(1)).toBe('1 page');
    expect(words.counts.pages(1204)).toBe('1,204 pages');
    const { plural } = pluralsOf('pl');
    const forms = { one: '# strona', few: '# strony', other: '# stron' };
    expect([1, 3, 5].map((n) => plural(n, forms))).toEqual(['1 strona', '3 strony', '5 stron']);
  });

  it('have ordinals', () => {
    expect([1, 2, 3, 11].map(words.units.rank)).toEqual(['1st', '2nd', '3rd', '11th']);
  });
});

it('a code without a text is shown as it is', () => {
  expect(nameOf({ vague: 'Too vague' }, 'vague')).toBe('Too vague');
  expect(nameOf({ vague: 'Too vague' }, 'odd')).toBe('odd');
});

/** Every text of the window, with an example in the place of each value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [String((value as (...values: unknown[]) => unknown)(2, 3, 4))];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('the texts', () => {
  it('are short sentences', () => {
    const sentences = textsOf(words).flatMap((text) => text.split(/(?<=[.!?]) /));
    expect(sentences.length).toBeGreaterThan(200);
    expect(sentences.filter((sentence) => sentence.split(' ').length > 24)).toEqual([]);
  });

  it('name no model, and use no words that only this project uses', () => {
    const odd = /\b(encoder|generator|MiniLM|cosine|BM25|vectors?|told|stands?|anew|put to use|set aside|pairs)\b/i;
    expect(textsOf(words).filter((text) => odd.test(text))).toEqual([]);
  });
});
