import { describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import type { Backend } from '../backend/interface';
import { History } from './history.svelte';
import { Notices } from './notices.svelte';

const asked = (...texts: string[]) => texts.map((text) => ({ text, document: null, asked: 1, times: 1 }));

async function history(texts: string[], answers: Partial<Backend> = {}) {
  const notices = new Notices();
  const backend = { ...fixture, askedQuestions: async () => asked(...texts), ...answers };
  const history = new History(backend, notices);
  await history.show(1);
  return { history, notices };
}

describe('earlier questions', () => {
  it('come back one by one, and then what was typed', async () => {
    const { history: past } = await history(['c', 'b', 'a']);
    const walked = ['typed'];
    for (let i = 0; i < 3; i++) walked.push(past.earlier(walked.at(-1) ?? '') ?? '');
    expect(walked).toEqual(['typed', 'c', 'b', 'a']);
    expect(past.earlier('a'), 'the first one').toBeNull();
    expect(['a', 'b', 'c'].map((field) => past.later(field))).toEqual(['b', 'c', 'typed']);
    expect(past.later('typed'), 'the key has its usual meaning again').toBeNull();
  });

  it('start before the one that is still in the field', async () => {
    const { history: past } = await history(['b', 'a']);
    expect(past.earlier('b')).toBe('a');
    expect(past.later('a')).toBe('b');
  });

  it('start anew when the field was changed', async () => {
    const { history: past } = await history(['c', 'b', 'a']);
    past.earlier('');
    past.earlier('c');
    expect(past.earlier('b, but')).toBe('c');
    expect(past.later('c')).toBe('b, but');
  });

  it('are listed once, the last one first', async () => {
    const { history: past } = await history(['b', 'a', 'b']);
    expect(past.list).toEqual(['b', 'a']);
    past.add('a');
    expect(past.list).toEqual(['a', 'b']);
  });

  it('are removed one by one, but not when that fails', async () => {
    const { history: past } = await history(['b', 'a']);
    await past.remove('b');
    expect(past.list).toEqual(['a']);
    const forgetQuestion = () => Promise.reject({ code: 'library.busy', message: 'It is in use.' });
    const failing = await history(['b', 'a'], { forgetQuestion });
    await failing.history.remove('b');
    expect(failing.history.list).toEqual(['b', 'a']);
    expect(failing.notices.list.map(({ kind }) => kind)).toEqual(['problem']);
  });
});
