import { describe, expect, it } from 'vitest';
import { Pictures } from './pictures';

/** Pictures that are there when they are let go, by address. */
function slow() {
  const started: string[] = [];
  const finish = new Map<string, (image: HTMLImageElement) => void>();
  const load = (address: string) => {
    started.push(address);
    return new Promise<HTMLImageElement>((resolve) => finish.set(address, resolve));
  };
  const image = () => ({ remove: () => undefined, removeAttribute: (name: string) => freed.push(name) });
  const freed: string[] = [];
  const done = async (address: string) => {
    finish.get(address)?.(image() as unknown as HTMLImageElement);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { pictures: new Pictures(load), started, freed, done };
}

const moment = () => new Promise((resolve) => setTimeout(resolve));

describe('pictures of pages', () => {
  it('are loaded two at a time, the nearest first', async () => {
    const { pictures, started, done } = slow();
    ['far', 'near', 'here'].forEach((address, i) => pictures.want(address, () => 2 - i));
    await moment();
    expect(started).toEqual(['here', 'near']);
    await done('here');
    expect(started).toEqual(['here', 'near', 'far']);
  });

  it('of pages that were left behind are never asked for', async () => {
    const { pictures, started, done } = slow();
    const requests = ['a', 'b', 'c', 'd'].map((address, i) => pictures.want(address, () => i));
    await moment();
    requests[2]?.cancel();
    await done('a');
    expect(started).toEqual(['a', 'b', 'd']);
    expect(await requests[2]?.picture).toBeNull();
  });

  it('that come too late are freed', async () => {
    const { pictures, freed, done } = slow();
    const request = pictures.want('a', () => 0);
    await moment();
    request.cancel();
    await done('a');
    expect(freed).toEqual(['src']);
    expect(await request.picture).toBeNull();
  });

  it('that cannot be drawn hold nothing up', async () => {
    const pictures = new Pictures(() => Promise.reject(new Error('gone')));
    const requests = ['a', 'b', 'c'].map((address) => pictures.want(address, () => 0).picture);
    expect(await Promise.all(requests)).toEqual([null, null, null]);
  });
});
