import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyStorage } from '../../testing/storage';
import { fixture } from '../../fixture/backend';
import type { Event } from '../types/Event';
import { words } from '../words/language';
import { Announcements } from './announcements.svelte';

const progress = { type: 'progress', data: { job: 1, document: 4 } } as unknown as Event;
let said: string[] = [];

function opened(): Announcements {
  return new Announcements({ ...fixture, notify: async (title) => void said.push(title) });
}

beforeEach(() => {
  said = [];
  vi.useFakeTimers();
  emptyStorage();
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
    opened().on.value = false;
    read(opened(), 60);
    expect(said).toEqual([]);
    opened().on.value = true;
    read(opened(), 60);
    expect(said).toHaveLength(1);
  });
});
