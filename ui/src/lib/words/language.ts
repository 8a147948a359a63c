// The texts of the window in the language in use: the one that was chosen, or that of the system. Not for the texts
// themselves, which are in a file per language.

import { keep, oneOf } from '../state/keep.svelte';
import { de } from './de';
import { en, type Words } from './en';
import { es } from './es';
import { fr } from './fr';
import { pseudoOf } from './pseudo';

export type { Words };

const TEXTS: Record<string, Words> = { en, de, es, fr };

/** The languages, each by the name that its speakers use. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const;

export type Language = keyof typeof LANGUAGES;

/**
 * A choice for tests alone: Settings does not offer it. The window runs from right to left, as in Arabic or Hebrew, and
 * shows English texts with marks. Keep `"pseudo-rtl"` under `pincite.language` to see it.
 */
export const PSEUDO = 'pseudo-rtl';

/** A language, or that of the system. */
export type LanguageChoice = Language | 'system' | typeof PSEUDO;

const CHOICES: readonly LanguageChoice[] = ['system', ...(Object.keys(LANGUAGES) as Language[]), PSEUDO];
const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

const keptChoice = () => keep<LanguageChoice>('language', 'system', oneOf(CHOICES));

/** The texts of a choice. `system`: the languages of the system, the preferred one first ("de-CH"). */
export function wordsOf(choice: LanguageChoice, system: readonly string[]): Words {
  if (choice === PSEUDO) return pseudoOf(en);
  const wanted = choice === 'system' ? system.map((tag) => tag.toLowerCase().split('-')[0] ?? '') : [choice];
  return TEXTS[wanted.find((code) => Object.hasOwn(TEXTS, code)) ?? 'en'] ?? en;
}

/** The way in which a language runs. */
export const directionOf = (language: string) => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr');

/** What is kept as the choice of a language. */
export const languageChoice = (): LanguageChoice => keptChoice().value;

/** Keeps a choice and loads the page again: texts are read as soon as the page loads. */
export function chooseLanguage(choice: LanguageChoice): void {
  keptChoice().value = choice;
  location.reload();
}

export const words: Words = wordsOf(languageChoice(), globalThis.navigator?.languages ?? []);
export const direction = directionOf(words.language);

/** Tells the page its language: screen readers, hyphens and the layout follow it. */
export function tellPage(root: HTMLElement): void {
  root.lang = words.language;
  root.dir = direction;
}

const languageNames = new Intl.DisplayNames([words.language], { type: 'language' });

/** The name of a document's language, in that of the window. */
export const languageName = (code: string): string => languageNames.of(code) ?? code;

/** The text of a code that the engine sends; a code without a text is shown as it is. */
export function nameOf(names: Partial<Record<string, string>>, code: string): string {
  return names[code] ?? code;
}
