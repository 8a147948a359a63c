// Goes from a cell of a review table to its page, to its document, and to the next cell to check. Not for the table (`table`).

import type { App } from '../state/app.svelte';
import type { Place } from '../state/grids.svelte';
import type { GridAnswer } from '../types/GridAnswer';
import { words } from '../words/language';

/** Shows the answer of a cell: its first one, or another one of the same cell. */
export async function openCell(app: App, place: Place, wanted?: GridAnswer): Promise<void> {
  const { grids, library, viewer } = app;
  grids.chosen = place;
  const listed = library.document(place.document);
  const answer = wanted ?? grids.find(place.question, place.document)?.answers[0];
  const question = grids.view?.questions.find(({ id }) => id === place.question);
  if (!listed || !answer || !question) return;
  app.tuning.open = false;
  await app.notices.attempt(words.failures.openPassage, async () => {
    const highlights = await app.backend.highlights(listed.id, answer.passage, question.text);
    if (grids.chosen === place) await viewer.show(listed, { page: answer.page, highlights });
  });
}

/** Shows the cell whose mark helps most. */
export async function checkNext(app: App): Promise<void> {
  const place = await app.grids.next();
  if (place) await openCell(app, place);
}

/** Says that what the chosen cell shows is wrong, and shows the next candidate. */
export async function rejectCell(app: App): Promise<void> {
  await app.grids.judge('wrong');
  if (app.grids.chosen) await openCell(app, app.grids.chosen);
}

/** Searches the document of the chosen cell for its question, so that another passage can be selected. */
export async function searchForCell(app: App): Promise<void> {
  const { grids, search } = app;
  const question = grids.view?.questions.find(({ id }) => id === grids.chosen?.question);
  if (!grids.chosen || !question) return;
  app.middle.showSearch();
  search.text = question.text;
  search.documents = [grids.chosen.document];
  await app.ask();
}
