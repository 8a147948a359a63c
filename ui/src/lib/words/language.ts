// The texts of the window in the language in use. Not for the texts themselves (`en.ts`).

import { en } from './en';

/** What a translation has to contain. */
export type Words = typeof en;

export const words: Words = en;

/** The text of a code that the engine sends; a code without a text is shown as it is. */
export function nameOf(names: Partial<Record<string, string>>, code: string): string {
  return names[code] ?? code;
}
