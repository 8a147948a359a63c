import { describe, expect, it } from 'vitest';
import { excerpt, gist } from './pieces';

const plain = (text: string) => ({ text, sentence: false, matched: false, header: false });
const best = (text: string) => ({ ...plain(text), sentence: true });
const textOf = (pieces: { text: string }[]) => pieces.map(({ text }) => text).join('');

describe('an excerpt', () => {
  it('starts with the best sentence, which is whole however long it is', () => {
    const sentence = 'word '.repeat(200);
    expect(textOf(excerpt([plain('Before. '), best(sentence), plain(' After.')], '', 90))).toBe(`${sentence} After.`);
  });

  it('has the parts of the sentence in other passages, and what introduces an item', () => {
    const item = [best('(b) is\ninsolvent'), plain(' More.')];
    expect(textOf(excerpt(item, 'A party may end it if the other: … (b) is insolvent or sold.', 90))).toBe(
      'A party may end it if the other: … (b) is\ninsolvent or sold.',
    );
  });

  it('cuts what follows at a word and says so', () => {
    const short = textOf(excerpt([best('The answer.'), plain(' and more'.repeat(100))], '', 90));
    expect(short).toMatch(/^The answer\.( and more)+ (and )?…$/);
    expect(short.length).toBeLessThan(110);
  });

  it('is a row of a table below its header, without the rows between', () => {
    const header = { ...plain('In millions\n2018 2017\nSales'), header: true };
    const pieces = [header, plain('\nAsia 3 2\n'), best('Africa 7 6'), plain('\nEurope 1 1')];
    expect(textOf(excerpt(pieces, '', 90))).toBe('In millions\n2018 2017\nSales\nAfrica 7 6');
    expect(textOf(gist(pieces, 90, null)), 'in short with its columns only').toBe('2018 2017\nAfrica 7 6');
  });

  it('is the whole passage where no sentence stands out', () => {
    const pieces = [plain('a '.repeat(200))];
    expect(excerpt(pieces, '', 90)).toEqual(pieces);
    expect(gist(pieces, 90, null)).toEqual(pieces);
  });
});

describe('the gist of a sentence', () => {
  const long = (figure: string) =>
    `Subject to Section 9.1 and to the rights of the Customer under this Agreement, ${'and so on '.repeat(20)}the Supplier may terminate on ${figure} written notice.`;

  it('shows its figure, although that was cut off at the end of the card', () => {
    const shown = textOf(gist([best(long('120 days'))], 120, null));
    expect(shown).toMatch(/^Subject to Section 9\.1 and .+ … .+120 days written notice\.$/);
    expect(shown.indexOf('120 days')).toBeLessThan(130);
  });

  it('shows the value that it answers with rather than another figure', () => {
    const sentence = `Within 5 days ${long('one hundred and twenty (120) days’')}`;
    const shown = textOf(gist([best(sentence)], 120, 'one hundred and twenty (120) days'));
    expect(shown).toMatch(/^Within 5 days .+ … .+\(120\) days/);
  });

  it('is the sentence where its figure is in sight, or where it has none', () => {
    for (const sentence of ['The fee is $5 million, ' + 'and so on '.repeat(40), 'Nothing is due. '.repeat(30)]) {
      expect(textOf(gist([best(sentence)], 120, null))).toBe(sentence);
    }
  });

  it('keeps the words of the question marked', () => {
    const pieces = [best(long('the ')), { ...best('notice'), matched: true }, best(' of 120 days.')];
    expect(gist(pieces, 120, null).filter(({ matched }) => matched).map(({ text }) => text)).toEqual(['notice']); // prettier-ignore
  });
});
