// Plural forms by the rules of a language. Not for the texts themselves.

/** The forms of a phrase. `#` stands for the number; a language may need more forms than two. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Functions that put a number into the right form of a phrase: for counts ("2 pages") and for ranks ("2nd"). */
export function pluralsOf(language: string) {
  const number = new Intl.NumberFormat(language);
  const choose = (rules: Intl.PluralRules) => (n: number, forms: Forms) =>
    (forms[rules.select(n)] ?? forms.other).replace('#', number.format(n));
  return {
    plural: choose(new Intl.PluralRules(language)),
    ordinal: choose(new Intl.PluralRules(language, { type: 'ordinal' })),
  };
}
