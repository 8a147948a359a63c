// English texts as they would be in a language from right to left, to test a window that runs that way. Not for users.

/** Letters that show where a text is not one of the language's own. */
const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'î',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Ü',
};
/** A letter of the direction that nobody sees and an isolate of it, and its end: elements ask for the first letter. */
const [START, END] = ['\u200f\u2067', '\u2069'];
/** What is no text of a language: names of keys and files, and an example of an address. */
const PLAIN = new Set(['keyNames', 'macKeyNames', 'backupFile', 'address']);

/** Texts of the same shape, with every text marked, also those that functions give. */
export function pseudoOf<T extends { language: string }>(texts: T): T {
  return { ...(marked(texts) as T), language: 'ar' };
}

function marked(value: unknown): unknown {
  if (typeof value === 'string') return markedText(value);
  if (typeof value === 'function') {
    return (...given: unknown[]) => marked((value as (...given: unknown[]) => unknown)(...given));
  }
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, PLAIN.has(key) ? inner : marked(inner)]);
  return Object.fromEntries(entries);
}

const markedText = (text: string) => START + text.replace(/[aeiou]/gi, (letter) => ACCENTS[letter] ?? letter) + END;
