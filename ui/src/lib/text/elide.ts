// A name that is too long for its place, without words of its middle: its beginning and its end tell names apart.

/** A name in three parts. The middle is out of sight; it is empty where the whole name fits. */
export interface Elided {
  head: string;
  middle: string;
  tail: string;
}

/** Leaves out the fewest words of the middle so that the rest fits. A name of two words is left to the style. */
export function elided(name: string, fits: (text: string) => boolean): Elided {
  const words = name.match(/[^\s_-]*[\s_-]*/g)?.filter(Boolean) ?? [];
  const parts = (head: number, tail: number): Elided => ({
    head: words.slice(0, head).join(''),
    middle: words.slice(head, words.length - tail).join(''),
    tail: words.slice(words.length - tail).join(''),
  });
  const hasRoom = (head: number, tail: number) => head + tail < words.length && fits(shown(parts(head, tail)));
  if (fits(name) || !hasRoom(1, 1)) return { head: name, middle: '', tail: '' };
  let [head, tail] = [1, 1];
  for (;;) {
    if (tail <= head && hasRoom(head, tail + 1)) tail += 1;
    else if (hasRoom(head + 1, tail)) head += 1;
    else if (hasRoom(head, tail + 1)) tail += 1;
    else return parts(head, tail);
  }
}

/** As it is seen: "Supply … Agreement". */
export const shown = ({ head, middle, tail }: Elided): string => (middle ? `${head.trimEnd()} … ${tail}` : head + tail);
