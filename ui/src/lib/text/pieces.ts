// A passage's text, shortened around its best sentence.

import type { Piece } from '../types/Piece';

/** How much text before the best sentence is shown in a short excerpt, in characters. */
const BEFORE = 90;

/** The pieces from shortly before the best sentence on; the first one is cut at a word and marked with an ellipsis. */
export function excerpt(pieces: readonly Piece[]): Piece[] {
  const start = pieces.findIndex((piece) => piece.sentence);
  let room = BEFORE;
  for (let i = start - 1; i >= 0; i--) {
    const piece = pieces[i];
    if (!piece) break;
    if (piece.text.length > room) return [tail(piece, room), ...pieces.slice(i + 1)];
    room -= piece.text.length;
  }
  return [...pieces];
}

function tail(piece: Piece, room: number): Piece {
  const end = piece.text.slice(piece.text.length - room);
  const word = end.indexOf(' ');
  return { ...piece, text: '… ' + (word >= 0 ? end.slice(word + 1) : '') };
}
