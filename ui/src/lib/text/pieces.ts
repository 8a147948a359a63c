// A passage's text around its best sentence, as the card of a result shows it.

import type { Piece } from '../types/Piece';

/** A figure that says how much or how long: "120 days", "$5 million", "12.5 %". */
const FIGURE =
  /[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:%|per\s?cent|percent|(?:calendar |business |consecutive )?(?:days?|weeks?|months?|years?)|million|billion)/i;
/** What stays of the beginning of a long sentence whose figure comes later, in characters. */
const BEGINNING = 50;

const plain = (text: string): Piece => ({ text, sentence: false, matched: false, header: false });

/**
 * The whole best sentence, a row of a table below its header, and so many characters of what follows. `quoted` is the
 * sentence as it is quoted: with its parts in other passages, and with what introduces it as an item of a list.
 */
export function excerpt(pieces: readonly Piece[], quoted: string, after: number): Piece[] {
  const last = pieces.findLastIndex((piece) => piece.sentence);
  if (last < 0) return [...pieces];
  const own = textOf(pieces.filter(({ sentence }) => sentence)).replaceAll(/\s+/g, ' ').trim(); // prettier-ignore
  const [lead = '', rest = ''] = quoted.includes(own) ? quoted.split(own) : [];
  // The rows after a row of a table are no context for it.
  const isRow = pieces.some((piece) => piece.header);
  const following = rest ? [{ ...plain(rest), sentence: true }] : cut(pieces.slice(last + 1), isRow ? 0 : after);
  return [...(lead ? [{ ...plain(lead), sentence: true }] : []), ...headed(pieces), ...following];
}

/**
 * The best sentence in so many characters. What does not fit is left out after its beginning, so that its figure is in
 * sight. `written` is the value it answers with, as it stands there.
 */
export function gist(pieces: readonly Piece[], most: number, written: string | null): Piece[] {
  const sentence = pieces.filter((piece) => piece.sentence);
  const header = columnsOf(pieces);
  const shown = [...header, ...sentence];
  const text = textOf(sentence);
  const [at, end] = figureIn(text, written);
  if (sentence.length === 0) return [...pieces];
  if (end <= most) return shown;
  const begin = wordBefore(text, BEGINNING);
  const from = wordBefore(text, Math.max(begin, at - Math.floor(most / 2)));
  return [...header, ...part(sentence, 0, begin), plain(' … '), ...part(sentence, from, text.length)];
}

const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

/** The best sentence; if it is a row of a table, below its header. */
function headed(pieces: readonly Piece[]): Piece[] {
  const header = pieces.filter((piece) => piece.header);
  const sentence = pieces.filter((piece) => piece.sentence);
  return header.length ? [...header, plain('\n'), ...sentence] : sentence;
}

/** The one line of a table's header that names its columns: the last one with a year or a date, or else the last one. */
function columnsOf(pieces: readonly Piece[]): Piece[] {
  const lines = textOf(pieces.filter((piece) => piece.header)).split('\n');
  const line = lines.findLast((text) => /\d/.test(text)) ?? lines.at(-1);
  return line ? [{ ...plain(`${line}\n`), header: true }] : [];
}

/** Where the figure of a sentence is: the value it answers with, or the first one that says how much. */
function figureIn(text: string, written: string | null): [start: number, end: number] {
  const at = written ? text.replaceAll(/\s/g, ' ').indexOf(written) : -1;
  if (written && at >= 0) return [at, at + written.length];
  const found = FIGURE.exec(text);
  return found ? [found.index, found.index + found[0].length] : [0, 0];
}

/** The start of the word at a place. */
const wordBefore = (text: string, place: number): number => text.lastIndexOf(' ', place) + 1;

/** The pieces from one character to another. */
function part(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let start = 0;
  return pieces.flatMap((piece) => {
    const at = start;
    start += piece.text.length;
    const text = piece.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    return text ? [{ ...piece, text }] : [];
  });
}

/** The first pieces, cut at a word after so many characters. */
function cut(pieces: readonly Piece[], most: number): Piece[] {
  if (most === 0) return [];
  const text = textOf(pieces);
  if (text.length <= most) return [...pieces];
  return [...part(pieces, 0, wordBefore(text, most)), plain('…')];
}
