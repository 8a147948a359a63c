import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fixture } from '../../fixture/fixture';
import type { Event } from '../types/Event';
import { words } from '../words/words';
import { Announcements } from './announcements.svelte';

const progress = { type: 'progress', data: { job: 1, document: 4 } } as unknown as Event;
const kept: Record<string, string> = {};
let said: string[] = [];

function opened(): Announcements {
  return new Announcements({ ...fixture, notify: async (title) => void said.push(title) });
}

beforeEach(() => {
  said = [];
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Documents are read for some seconds. */
function read(announcements: Announcements, seconds: number): void {
  announcements.handle(progress);
  vi.advanceTimersByTime(seconds * 1000);
  announcements.handle(progress);
  announcements.handle({ type: 'idle' });
}

describe('announcements', () => {
  it('are made when long work ends, once', () => {
    const announcements = opened();
    read(announcements, 60);
    announcements.handle({ type: 'idle' });
    expect(said).toEqual([words.announcements.documents]);
  });

  it('are not made of short work', () => {
    read(opened(), 5);
    expect(said).toEqual([]);
  });

  it('can be turned off, also for the next start', () => {
    opened().turn(false);
    read(opened(), 60);
    expect(said).toEqual([]);
    opened().turn(true);
    read(opened(), 60);
    expect(said).toHaveLength(1);
  });
});
