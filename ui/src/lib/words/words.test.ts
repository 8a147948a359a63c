import { describe, expect, it } from 'vitest';
import { pluralsOf } from './plural';
import { nameOf, words } from './words';

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
