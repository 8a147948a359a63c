// What a window keeps, for tests without one.

import { vi } from 'vitest';

/** Gives the code under test a storage that is empty at first; returns what is in it, by key. */
export function emptyStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  return kept;
}
