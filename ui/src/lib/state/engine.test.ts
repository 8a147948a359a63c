import { describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/fixture';
import type { Backend } from '../backend/backend';
import { Engine } from './engine.svelte';
import { Notices } from './notices.svelte';

function over(answers: Partial<Backend>) {
  const notices = new Notices();
  return { engine: new Engine({ ...fixture, ...answers }, notices), notices };
}

describe('details for a bug report', () => {
  it('are copied as the engine wrote them', async () => {
    let copied = '';
    const { engine, notices } = over({
      bugReport: async () => 'Pincite 0.1.0',
      copy: async (text) => void (copied = text),
    });
    expect(await engine.copyReport()).toBe(true);
    expect(copied).toBe('Pincite 0.1.0');
    expect(notices.list.map(({ kind }) => kind)).toEqual(['done']);
  });

  it('are not said to be copied when they are not', async () => {
    const { engine, notices } = over({
      bugReport: () => Promise.reject({ code: 'engine.log', message: 'The log cannot be read.' }),
    });
    expect(await engine.copyReport()).toBe(false);
    expect(notices.list.map(({ kind, lines }) => [kind, ...lines])).toEqual([['problem', 'The log cannot be read.']]);
  });
});
