// Choices that are still there at the next start of the window.

/** Says what a kept value means; undefined if it makes no sense. */
type Reading<T> = (value: unknown) => T | undefined;

/** A choice. Setting its value keeps it. */
class Kept<T> {
  private current = $state.raw() as T;
  private readonly key: string;

  constructor(key: string, start: T, reading: Reading<T>) {
    this.key = `pincite.${key}`;
    this.current = reading(parsed(this.key)) ?? start;
  }

  get value(): T {
    return this.current;
  }

  set value(value: T) {
    this.current = value;
    globalThis.localStorage?.setItem(this.key, JSON.stringify(value));
  }
}

/** The choice kept under a key, or what it is at the first start. */
export function keep<T>(key: string, start: T, reading: Reading<T> = like(start)): Kept<T> {
  return new Kept(key, start, reading);
}

/** A kept value has to be one of these. */
export function oneOf<T>(choices: readonly T[]): Reading<T> {
  return (value) => choices.find((choice) => choice === value);
}

function like<T>(start: T): Reading<T> {
  return (value) => (typeof value === typeof start ? (value as T) : undefined);
}

function parsed(key: string): unknown {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
