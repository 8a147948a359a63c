import { beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../../fixture/backend';
import { Pictures } from '../viewer/pictures';
import { Notices } from './notices.svelte';
import { Printing } from './printing.svelte';
import { Viewer } from './viewer.svelte';

/** Pictures by address, each there when it is let go. */
const finish = new Map<string, (picture: HTMLImageElement | null) => void>();
const picture = (name: string) =>
  ({ name, remove: () => undefined, removeAttribute: () => undefined }) as unknown as HTMLImageElement;
const moment = () => new Promise((resolve) => setTimeout(resolve));

/** A viewer of a document, and what the system's dialog was given to print. */
async function opened() {
  const printed: (readonly HTMLImageElement[])[] = [];
  const notices = new Notices();
  const viewer = new Viewer({ ...fixture, pageImage: (_, page) => `page ${page}` });
  const draw = (address: string) =>
    new Promise<HTMLImageElement>((resolve, reject) =>
      finish.set(address, (drawn) => (drawn ? resolve(drawn) : reject(new Error('not drawn')))),
    );
  Object.assign(viewer, { pictures: new Pictures(draw) });
  await viewer.show({ id: 1, name: 'lease.pdf', hash: 'a' });
  const printing = new Printing(viewer, notices, () => printed.push(printing.sheets));
  return { printing, printed, notices };
}

beforeEach(() => finish.clear());

describe('printing', () => {
  it('waits until the pictures of all pages are there', async () => {
    const { printing, printed } = await opened();
    const done = printing.print([3, 4]);
    await moment();
    finish.get('page 3')?.(picture('3'));
    await moment();
    expect([printed, printing.preparing]).toEqual([[], true]);
    finish.get('page 4')?.(picture('4'));
    await done;
    expect(printed).toMatchObject([[{ name: '3' }, { name: '4' }]]);
    expect([printing.choosing, printing.preparing]).toEqual([false, false]);
  });

  it('keeps what the open dialog of the system prints when it is asked for again', async () => {
    const { printing, printed } = await opened();
    const done = printing.print([3]);
    await moment();
    finish.get('page 3')?.(picture('3'));
    await done;
    printing.show();
    expect(printing.sheets).toEqual(printed[0]);
    const again = printing.print([4]);
    await moment();
    expect(printing.sheets, 'until there are others').toEqual(printed[0]);
    finish.get('page 4')?.(picture('4'));
    await again;
    expect(printed[1]).toMatchObject([{ name: '4' }]);
  });

  it('prints nothing rather than an empty sheet, and says so', async () => {
    const { printing, printed, notices } = await opened();
    const done = printing.print([3, 4]);
    await moment();
    finish.get('page 3')?.(picture('3'));
    finish.get('page 4')?.(null);
    await done;
    expect([printed, printing.sheets, printing.choosing]).toEqual([[], [], false]);
    expect(notices.list[0]?.kind).toBe('problem');
  });

  it('does not begin once its dialog was closed', async () => {
    const { printing, printed } = await opened();
    printing.show();
    const done = printing.print([3]);
    await moment();
    printing.close();
    finish.get('page 3')?.(picture('3'));
    await done;
    expect([printed, printing.sheets]).toEqual([[], []]);
  });
});
