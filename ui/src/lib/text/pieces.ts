// A passage's text, shortened around its best sentence.

import type { Piece } from '../types/Piece';

/**
 * The pieces from at most so many characters before the best sentence on. The first one is cut at a word and marked with
 * an ellipsis.
 */
export function excerpt(pieces: readonly Piece[], before: number): Piece[] {
  const start = pieces.findIndex((piece) => piece.sentence);
  let room = before;
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
