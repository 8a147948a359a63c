// Marks the selected result, with undo. Not for where marks are kept (`feedback`).

import { words } from '../words/words';
import type { App } from './app.svelte';

const { done } = words;

/** Marks the selected result as relevant to the question, or as not relevant; the same mark again removes it. */
export async function markResult(app: App, relevant: boolean): Promise<void> {
  const { answer, hit } = app.search;
  if (!answer || !hit) return;
  const { text } = answer.question;
  const undo = await app.feedback.toggle(text, hit, relevant);
  await app.tuning.sourcesChanged();
  if (!undo) return;
  const mark = app.feedback.of(text, hit);
  const said = mark ? (mark.answers ? done.markedRelevant : done.markedIrrelevant) : done.unmarked;
  app.undo.offer(said, () => undo().then(() => app.tuning.sourcesChanged()));
}
