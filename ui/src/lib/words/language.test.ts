import { describe, expect, it } from 'vitest';
import { pluralsOf } from './plural';
import { nameOf, words } from './language';

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
