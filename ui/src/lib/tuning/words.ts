// A run in words: where it is, what came of it, and how sure that is.

import { count, duration } from '../text/format';
import type { TuningPhase } from '../types/TuningPhase';
import type { TuningProgress } from '../types/TuningProgress';
import type { TuningView } from '../types/TuningView';

/** A phase as people call it. */
interface Phase {
  phase: TuningPhase;
  name: string;
  unit: string;
  what: string;
}

/** The phases in their order. */
const PHASES: readonly Phase[] = [
  {
    phase: 'asking',
    name: 'Writing questions',
    unit: 'passage',
    what: 'Questions are written about passages; those whose passage the search finds are used.',
  },
  { phase: 'preparing', name: 'Preparing', unit: 'text', what: 'Pairs and passages are looked up.' },
  { phase: 'training', name: 'Learning', unit: 'step', what: 'A copy of the encoder learns from the pairs.' },
  {
    phase: 'judging',
    name: 'Judging',
    unit: 'text',
    what: 'The questions held out are asked with the copy and without it.',
  },
  {
    phase: 'embedding',
    name: 'Indexing anew',
    unit: 'passage',
    what: 'Passages get new vectors; the old ones answer until all are there.',
  },
];

/** The phases of a run: it may begin with questions, and end with them. */
export function phasesOf({ kind, asks }: TuningView): Phase[] {
  if (kind === 'questions') return PHASES.filter(({ phase }) => phase === 'asking');
  return PHASES.filter(({ phase }) => asks || phase !== 'asking');
}

/** "Step 12 of 90 · 4 min left". */
export function progressText({ phase, done, total, seconds_left }: TuningProgress): string {
  const unit = PHASES.find((known) => known.phase === phase)?.unit ?? 'step';
  const left = seconds_left === null ? [] : [`${duration(seconds_left)} left`];
  const units = total > 0 ? [`${unit} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`] : [];
  return capital([...units, ...left].join(' · '));
}

/** "12 passages a second", "18 steps a minute": how fast a phase goes, once that is known. */
export function paceText({ phase, rate }: TuningProgress): string {
  if (rate === null) return '';
  const unit = PHASES.find((known) => known.phase === phase)?.unit ?? 'step';
  const [units, time] = rate >= 1 ? [Math.round(rate), 'second'] : [Math.max(1, Math.round(rate * 60)), 'minute'];
  return `${count(units, unit)} a ${time}`;
}

/** Whether a run is still to come to its end. */
export function isGoing({ state }: TuningView): boolean {
  return state === 'queued' || state === 'running';
}

/** What came of a run, in two or three words. */
export function outcomeText(run: TuningView): string {
  const states = { queued: 'Waiting', running: 'Running', failed: 'Failed', cancelled: 'Cancelled' };
  if (run.state !== 'done') return states[run.state];
  if (run.kind === 'questions') return 'Questions written';
  return run.activated ? 'Put to use' : 'Base kept';
}

/** What came of a run, in a sentence or two. */
export function endText({ state, kind, asks, activated }: TuningView): string {
  if (state === 'failed' || state === 'cancelled') {
    const ended = state === 'failed' ? 'It failed.' : 'Cancelled.';
    if (kind === 'questions') return `${ended} What was written before is kept.`;
    return `${ended} Everything is as before${asks ? ', but for the questions that were written' : ''}.`;
  }
  if (kind === 'questions') return 'The questions are written.';
  return activated ? 'The adapted search was put to use.' : 'The base stays in use.';
}

/** How likely a gain is luck: "about 3 in 100". */
export function chanceText(p: number): string {
  if (p < 0.001) return 'less than 1 in 1,000';
  if (p < 0.01) return `about ${Math.round(p * 1000)} in 1,000`;
  return `about ${Math.round(p * 100)} in 100`;
}

/** "82.4 %". */
export function percent(value: number): string {
  return `${value.toFixed(1)} %`;
}

/** "+2.1", "−0.4", "±0.0": a difference of two shares. */
export function gainText(before: number, after: number): string {
  const gain = (after - before).toFixed(1);
  if (Number(gain) === 0) return '±0.0';
  return gain.startsWith('-') ? gain.replace('-', '−') : `+${gain}`;
}

/** "3rd": a place in the list of passages. */
export function rankText(rank: number | null): string {
  if (rank === null) return 'not found';
  const ending = rank % 100 > 10 && rank % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
  return `${rank}${ending}`;
}

/** What a run works on. */
export function deviceText(device: string): string {
  return { cpu: 'this computer’s processor', gpu: 'this computer’s graphics card' }[device] ?? device;
}

/** "22.7 MB". */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power ? 1 : 0)} ${units[power]}`;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** "21 Nov 2026, 14:30", of Unix seconds. */
export function momentText(seconds: number): string {
  return moment.format(seconds * 1000);
}

/** "48 pairs about 2 documents". */
export function pairsText(pairs: number, documents: number): string {
  return `${count(pairs, 'pair')} about ${count(documents, 'document')}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
