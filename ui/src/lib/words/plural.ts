// Plural forms by the rules of a language. Not for the texts themselves.

/** The forms of a phrase. `#` stands for the number; a language may need more forms than two. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Functions that write a number alone, in the right form of a phrase ("2 pages"), or as a rank ("2nd"). */
export function pluralsOf(language: string) {
  const number = new Intl.NumberFormat(language);
  const choose = (rules: Intl.PluralRules) => (n: number, forms: Forms) =>
    (forms[rules.select(n)] ?? forms.other).replace('#', number.format(n));
  return {
    number: (n: number) => number.format(n),
    plural: choose(new Intl.PluralRules(language)),
    ordinal: choose(new Intl.PluralRules(language, { type: 'ordinal' })),
  };
}
