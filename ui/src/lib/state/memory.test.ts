import { describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import type { Backend } from '../backend/interface';
import { Memory } from './memory.svelte';
import { Notices } from './notices.svelte';

function over(answers: Partial<Backend>) {
  const notices = new Notices();
  return { memory: new Memory({ ...fixture, ...answers }, notices), notices };
}

/** A library that keeps so many questions. */
function library(count: number): Partial<Backend> {
  let kept = { on: true, count };
  return {
    questionMemory: async () => kept,
    setQuestionMemory: async (on) => (kept = { on, count: on ? kept.count : 0 }),
    async forgetQuestions() {
      const { count } = kept;
      kept = { ...kept, count: 0 };
      return count;
    },
  };
}

describe('the questions that the user asked', () => {
  it('are unknown until they are counted', async () => {
    const { memory } = over(library(12));
    expect(memory.kept).toBeNull();
    await memory.refresh();
    expect(memory.kept).toEqual({ on: true, count: 12 });
  });

  it('are cleared when they are no longer kept', async () => {
    const { memory } = over(library(12));
    await memory.turn(false);
    expect(memory.kept).toEqual({ on: false, count: 0 });
  });

  it('are cleared on demand, and still kept afterwards', async () => {
    const { memory, notices } = over(library(1));
    await memory.clear();
    expect(memory.kept).toEqual({ on: true, count: 0 });
    expect(notices.list.map(({ title }) => title)).toEqual(['1 question cleared']);
  });

  it('stay as they are when a change fails', async () => {
    const refuse = () => Promise.reject({ code: 'library.busy', message: 'It is in use.' });
    const { memory, notices } = over({ ...library(12), setQuestionMemory: refuse, forgetQuestions: refuse });
    await memory.refresh();
    await memory.turn(false);
    await memory.clear();
    expect(memory.kept).toEqual({ on: true, count: 12 });
    expect(notices.list.map(({ kind }) => kind)).toEqual(['problem', 'problem']);
  });
});
