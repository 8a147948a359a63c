// What was found of a memo, in words and signs. Not for the texts themselves (`words`).

import type { CheckedClaim } from '../types/CheckedClaim';
import type { CheckedMemo } from '../types/CheckedMemo';
import type { Support } from '../types/Support';
import { words } from '../words/language';

const { claims: texts, counts } = words;

const SUPPORTS: readonly Support[] = ['exact', 'near', 'doubtful', 'not_found'];

/** What follows a claim in the text, so that nobody needs its colour. */
export const SIGNS: Record<Support, string> = { exact: '', near: '≈', doubtful: '?', not_found: '!' };

/** Whether somebody has to look at such a claim. */
export const isOpen = (support: Support): boolean => support === 'doubtful' || support === 'not_found';

/** The whole text of a memo. */
export const memoText = ({ pieces }: CheckedMemo): string => pieces.map(({ text }) => text).join('');

/** "60 claims: 38 found, 12 rounded, 6 doubtful, 4 not found". What does not occur is left out. */
export function summaryText(claims: readonly CheckedClaim[]): string {
  const counted = SUPPORTS.flatMap((support) => {
    const count = claims.filter((claim) => claim.support === support).length;
    return count ? [texts.counted[support](count)] : [];
  });
  return claims.length ? texts.summary(counts.claims(claims.length), counted.join(texts.separator)) : texts.none;
}

/** "Doubtful: another value is printed". */
export function verdictText({ support, doubt }: CheckedClaim): string {
  return doubt ? texts.verdict(texts.supports[support], texts.doubts[doubt]) : texts.supports[support];
}
