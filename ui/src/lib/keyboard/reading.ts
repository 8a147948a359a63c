// Keys for moving in a document, as readers of PDFs have them. Not for keys without Ctrl, Cmd or Alt (`keys`), but for F3.

import { tick } from 'svelte';
import type { Reading } from '../state/reading.svelte';
import { words } from '../words/language';

export type ReadingCommand = keyof typeof words.readingKeys;

/** The keys that help lists, with those of a Mac where they differ. */
export const READING_KEYS: readonly { command: ReadingCommand; keys: string[]; mac?: string[] }[] = [
  { command: 'find', keys: ['Mod+f'] },
  { command: 'find-next', keys: ['F3'] },
  { command: 'find-previous', keys: ['Shift+F3'] },
  { command: 'back', keys: ['Alt+ArrowLeft'], mac: ['Mod+['] },
  { command: 'forward', keys: ['Alt+ArrowRight'], mac: ['Mod+]'] },
  { command: 'print', keys: ['Mod+p'] },
];

/** The part of a keyboard event that decides. */
export interface Chord {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The command of a chord, or null. On a Mac Cmd stands for Ctrl, and brackets for Alt with an arrow. */
export function readingCommandOf(chord: Chord, mac: boolean): ReadingCommand | null {
  const { key, altKey, shiftKey } = chord;
  const [main, other] = mac ? [chord.metaKey, chord.ctrlKey] : [chord.ctrlKey, chord.metaKey];
  if (other) return null;
  const forth = shiftKey ? 'find-previous' : 'find-next';
  if (key === 'F3' && !main && !altKey) return forth;
  if (main && !altKey) return withMain(key.toLowerCase(), mac, forth);
  if (mac || !altKey || shiftKey) return null;
  if (key === 'ArrowLeft') return 'back';
  return key === 'ArrowRight' ? 'forward' : null;
}

function withMain(key: string, mac: boolean, forth: ReadingCommand): ReadingCommand | null {
  if (key === 'f') return 'find';
  if (key === 'p') return 'print';
  if (key === 'g') return forth;
  if (mac && key === '[') return 'back';
  return mac && key === ']' ? 'forward' : null;
}

/** Carries out a command. */
export function runReading(command: ReadingCommand, reading: Reading): unknown {
  const { find, places, printing } = reading;
  const commands: Record<ReadingCommand, () => unknown> = {
    find: () => openFind(reading),
    'find-next': () => (find.open ? find.step(1) : openFind(reading)),
    'find-previous': () => (find.open ? find.step(-1) : openFind(reading)),
    back: () => places.back(),
    forward: () => places.forward(),
    print: () => printing.show(),
  };
  return commands[command]();
}

/** Opens the bar for finding words, with what was sought before selected. */
export async function openFind({ find }: Reading): Promise<void> {
  find.show();
  await tick();
  const field = document.querySelector<HTMLInputElement>('#find');
  field?.focus();
  field?.select();
}
