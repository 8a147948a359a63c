// Numbers, times and states as people read them. Not for the texts around them (`words`).

import { words } from '../words/language';
import type { DocumentView } from '../types/DocumentView';
import type { Phase } from '../types/Phase';
import type { Progress } from '../types/Progress';

const { counts, units, progress: progressWords } = words;
const number = new Intl.NumberFormat(words.language);
const moment = new Intl.DateTimeFormat(words.language, { dateStyle: 'medium', timeStyle: 'short' });

/** "1,204". */
export function numberText(n: number): string {
  return number.format(n);
}

/** "82.40": with as many digits after the decimal sign. */
export function decimalText(n: number, digits: number): string {
  return n.toLocaleString(words.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** "4 s", "2 min", "1 h 5 min": coarse on purpose, an estimate is no more exact than that. */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return units.seconds(whole);
  const minutes = Math.round(whole / 60);
  return minutes < 60 ? units.minutes(minutes) : units.hours(Math.floor(minutes / 60), minutes % 60);
}

/** "22.7 MB". */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.bytes.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${decimalText(bytes / 1000 ** power, power ? 1 : 0)} ${units.bytes[power]}`;
}

/** "82.4 %". */
export function percentText(value: number): string {
  return units.percent(decimalText(value, 1));
}

/** "21 Nov 2026, 14:30", of Unix seconds. */
export function momentText(seconds: number): string {
  return moment.format(seconds * 1000);
}

/** "Reading page 12 of 60 · 4 s left". */
export function progressText({ phase, done, total, seconds_left }: Progress): string {
  const { started, counted } = progressWords[phase];
  if (total === 0) return started;
  return withTimeLeft(counted(done, total), seconds_left);
}

/** "about 2 min left", for a time that is no more than an estimate. */
export function aboutLeft(seconds: number): string {
  return seconds < 50 ? progressWords.soon : progressWords.aboutLeft(duration(Math.max(60, seconds)));
}

/** Adds the time left, once it is known: "Step 12 of 90 · 4 min left". */
export function withTimeLeft(text: string, seconds: number | null): string {
  return [text, seconds === null ? '' : units.left(duration(seconds))].filter(Boolean).join(' · ');
}

/** Share done of the whole job, 0 to 1. Reading is quick and embedding slow: each phase gets its usual share. */
export function progressShare(progress: Progress): number {
  const spans: Record<Phase, [number, number]> = {
    reading: [0, 0.15],
    recognising: [0, 0.15],
    splitting: [0.15, 0.2],
    embedding: [0.2, 0.97],
    storing: [0.97, 1],
  };
  const [start, end] = spans[progress.phase];
  const within = progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0;
  return start + (end - start) * within;
}

/** "60 pages · 412 passages". */
export function sizeText(document: DocumentView): string {
  return words.library.size(counts.pages(document.pages), counts.passages(document.passages));
}

/** "60 pages". */
export function pagesText(document: DocumentView): string {
  return counts.pages(document.pages);
}

/** "p. 12", "p. F-12", or "PDF p. 4" for a page without a number in a file where other pages have one. */
export function pageText(label: string, page: number): string {
  return label ? units.page(label) : units.pdfPage(page + 1);
}

/** "51–100 of 12,715". */
export function rangeText(offset: number, shown: number, total: number): string {
  if (shown === 0) return words.app.none;
  return units.range(numberText(offset + 1), numberText(offset + shown), numberText(total));
}

/** The last part of a path, whatever the system's separator. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
