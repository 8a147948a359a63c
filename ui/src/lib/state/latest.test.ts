import { expect, it } from 'vitest';
import { Latest } from './latest';

/** An answer that comes when it is let go. */
function slow<T>() {
  let settle: (answer: T) => void = () => undefined;
  return { asked: new Promise<T>((resolve) => (settle = resolve)), settle: (answer: T) => settle(answer) };
}

it('a slow answer never replaces a later one', async () => {
  const latest = new Latest();
  const used: string[] = [];
  const [first, second] = [slow<string>(), slow<string>()];
  const calls = [first, second].map(({ asked }) => latest.take(asked, (answer) => used.push(answer)));
  second.settle('second');
  first.settle('first');
  await Promise.all(calls);
  expect(used).toEqual(['second']);
});

it('what was cancelled is of no use', async () => {
  const latest = new Latest();
  const used: string[] = [];
  const { asked, settle } = slow<string>();
  const call = latest.take(asked, (answer) => used.push(answer));
  const isLatest = latest.begin();
  expect(isLatest()).toBe(true);
  latest.cancel();
  settle('late');
  await call;
  expect([used, isLatest()]).toEqual([[], false]);
});
