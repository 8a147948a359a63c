import { describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import type { Backend } from '../backend/interface';
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
      copy: async (text) => void (copied = await text),
    });
    expect(await engine.copyReport()).toBe(true);
    expect(copied).toBe('Pincite 0.1.0');
    expect(notices.list.map(({ kind }) => kind)).toEqual(['done']);
  });

  it('are copied while the click still counts, before the engine has answered', () => {
    let called = false;
    const { engine } = over({
      bugReport: () => new Promise(() => undefined),
      copy: async () => void (called = true),
    });
    void engine.copyReport();
    expect(called).toBe(true);
  });

  it('are not said to be copied when they are not', async () => {
    const { engine, notices } = over({
      bugReport: () => Promise.reject({ code: 'engine.log', message: 'The log cannot be read.' }),
      copy: async (text) => void (await text),
    });
    expect(await engine.copyReport()).toBe(false);
    expect(notices.list.map(({ kind, lines }) => [kind, ...lines])).toEqual([['problem', 'The log cannot be read.']]);
  });
});
