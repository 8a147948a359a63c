// Each language has every text of English, in its own words: none is missing, left in English, or without its values.

import { describe, expect, it } from 'vitest';
import { en } from './en';
import { LANGUAGES, wordsOf, type Language } from './language';
import { pseudoOf } from './pseudo';

/** A text, or a function that gives one. */
type Leaf = string | ((...values: unknown[]) => string);
type Leaves = Map<string, Leaf>;

/** Names of keys: a language may name more of them than English. */
const KEYS = /^(keyNames|macKeyNames)\./;
/** Texts that are the same in every language: questions that are asked of the sample documents, which are in English. */
const SAME = /^start\.examples\./;
/** Values in the place of those that a function gets: each is told from the others, and has more than three digits. */
const VALUES = [1234, 2345, 3456];

const others = (Object.keys(LANGUAGES) as Language[]).filter((code) => code !== 'en');

/** All texts by their places ("counts.pages"). */
function leavesOf(value: unknown, place = ''): Leaves {
  if (typeof value !== 'object' || value === null) return new Map([[place, value as Leaf]]);
  const inner = Object.entries(value).map(([key, one]) => leavesOf(one, place ? `${place}.${key}` : key));
  return new Map(inner.flatMap((leaves) => [...leaves]));
}

const textOf = (leaf: Leaf, values: unknown[] = VALUES) => (typeof leaf === 'function' ? leaf(...values) : leaf);
const wordCount = (text: string) => text.match(/\p{L}{2,}/gu)?.length ?? 0;
/** Digits without what separates thousands. */
const plain = (text: string) => text.replaceAll(/(?<=\d)[.,\s’](?=\d{3})/g, '');
const namesOf = (leaves: Leaves) => [...leaves.keys()].filter((place) => !KEYS.test(place)).sort();

const english = leavesOf(en);

/** The places where a text and its translation break a rule. */
function breaking(leaves: Leaves, rule: (text: Leaf, translated: Leaf, place: string) => boolean): string[] {
  return [...english].flatMap(([place, text]) => {
    const translated = leaves.get(place);
    return translated !== undefined && rule(text, translated, place) ? [place] : [];
  });
}

describe.each(others)('%s', (code) => {
  const leaves = leavesOf(wordsOf(code, []));

  it('has every text, and no other', () => {
    expect(leaves.size).toBeGreaterThan(500);
    expect(namesOf(leaves)).toEqual(namesOf(english));
    expect(breaking(leaves, (text, translated) => typeof text !== typeof translated)).toEqual([]);
    expect(breaking(leaves, (_, translated) => textOf(translated).trim() === '')).toEqual([]);
  });

  it('is not left in English', () => {
    const same = breaking(leaves, (text, translated, place) => {
      const isLong = wordCount(textOf(text)) > 2;
      return isLong && textOf(text) === textOf(translated) && !SAME.test(place);
    });
    expect(same).toEqual([]);
  });

  it('says every value that English says', () => {
    const lost = breaking(leaves, (text, translated) => {
      const said = VALUES.filter((value) => plain(textOf(text)).includes(String(value)));
      return said.some((value) => !plain(textOf(translated)).includes(String(value)));
    });
    expect(lost).toEqual([]);
  });

  it('has plural forms for one and for more, with the number in each', () => {
    const wrong = breaking(leaves, (text, translated) => {
      const isPlural = typeof text === 'function' && textOf(text, [1]) !== textOf(text, [2]).replace('2', '1');
      const forms = [1, 2].map((n) => textOf(translated, [n, n]));
      const hasNumbers =
        !isPlural || !/1/.test(textOf(text, [1])) || (forms[0]?.includes('1') && forms[1]?.includes('2'));
      return forms.some((form) => form.includes('#')) || !hasNumbers;
    });
    expect(wrong).toEqual([]);
    expect(leaves.get('counts.questions')).toBeTypeOf('function');
    const questions = leaves.get('counts.questions') as (n: number) => string;
    expect(questions(1).replace('1', '2')).not.toBe(questions(2));
  });

  it('ends texts as English does: with dots where a dialog follows, with a colon where a list does', () => {
    const end = (leaf: Leaf) => /[…:?]$/.exec(textOf(leaf))?.[0].replace('?', '');
    expect(breaking(leaves, (text, translated) => (end(text) ?? '') !== (end(translated) ?? ''))).toEqual([]);
  });
});

describe('the language of tests', () => {
  const leaves = leavesOf(pseudoOf(en));

  it('has every text in marks from right to left, also those that functions give', () => {
    expect([...leaves.keys()].sort()).toEqual([...english.keys()].sort());
    const bare = [...leaves]
      .filter(([, leaf]) => !/^\u200f\u2067.*\u2069$/s.test(textOf(leaf)))
      .map(([place]) => place);
    expect(bare.filter((place) => !KEYS.test(place))).toEqual(['language', 'doctor.address', 'doctor.backupFile']);
    expect(textOf(leaves.get('results.relevant') ?? '')).toBe('\u200f\u2067Rélévánt\u2069');
    expect(textOf(leaves.get('counts.pages') ?? '', [2])).toBe('\u200f\u20672 págés\u2069');
  });
});
