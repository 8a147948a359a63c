// Several documents that are being added: how far they are together, how long they still take, and what became of them.

import { words } from '../words/language';

const texts = words.library.receipt;

/** Numbers of files, by what became of them. */
export interface Tally {
  added: number;
  here: number;
  unread: number;
}

/** A document that is being added. */
export interface Member {
  /** Its pages; 0 while nobody knows. */
  pages: number;
  /** How much of it is done, 0 to 1. */
  share: number;
  /** It is ready, or it failed. */
  over: boolean;
}

/** Before this many seconds, and this share of the work, a time would be a guess. */
const LEAST = { seconds: 4, share: 0.02 };

/** The share of all pages that is done, 0 to 1. A document of unknown length counts as an average one. */
export function shareDone(members: readonly Member[]): number {
  const known = members.filter(({ pages }) => pages > 0);
  const average = known.length ? known.reduce((sum, { pages }) => sum + pages, 0) / known.length : 1;
  const weigh = ({ pages }: Member) => pages || average;
  const all = members.reduce((sum, member) => sum + weigh(member), 0);
  const done = members.reduce((sum, member) => sum + weigh(member) * (member.over ? 1 : member.share), 0);
  return all > 0 ? done / all : 0;
}

/** Seconds left after some seconds of work; null while it would be a guess. */
export function secondsLeft(members: readonly Member[], seconds: number): number | null {
  const done = shareDone(members);
  if (seconds < LEAST.seconds || done < LEAST.share) return null;
  return (seconds * (1 - done)) / done;
}

/** "4 added, 1 already here, 2 could not be read". */
export function receiptText({ added, here, unread }: Tally): string {
  const parts = [added && texts.added(added), here && texts.here(here), unread && texts.unread(unread)];
  return parts.filter(Boolean).join(', ') || texts.nothing;
}
