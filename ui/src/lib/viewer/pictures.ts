// Pictures of pages: loaded two at a time, the most wanted first, and freed as soon as no page shows them.

/** More would only wait for each other: one process draws the pages of a document. */
const AT_ONCE = 2;

/** A picture that was asked for. */
export interface Request {
  /** The decoded picture; null if it was cancelled or cannot be drawn. */
  readonly picture: Promise<HTMLImageElement | null>;
  /** Nobody wants it any more. */
  cancel: () => void;
}

interface Wanted {
  address: string;
  /** How far from what is looked at; 0 is wanted most. */
  distance: () => number;
  cancelled: boolean;
  settle: (picture: HTMLImageElement | null) => void;
}

export class Pictures {
  private waiting: Wanted[] = [];
  private loading = 0;

  constructor(private readonly load: (address: string) => Promise<HTMLImageElement> = decoded) {}

  /** Asks for a picture. `distance` is looked at when it is the next one's turn. */
  want(address: string, distance: () => number): Request {
    let settle: Wanted['settle'] = () => undefined;
    const picture = new Promise<HTMLImageElement | null>((resolve) => (settle = resolve));
    const wanted: Wanted = { address, distance, cancelled: false, settle };
    this.waiting.push(wanted);
    // What is asked for in the same moment competes: a page in sight goes before its neighbours.
    queueMicrotask(() => this.next());
    return { picture, cancel: () => this.cancel(wanted) };
  }

  private cancel(wanted: Wanted): void {
    wanted.cancelled = true;
    this.waiting = this.waiting.filter((other) => other !== wanted);
    wanted.settle(null);
  }

  private next(): void {
    while (this.loading < AT_ONCE && this.waiting.length > 0) {
      const nearest = this.waiting.reduce((a, b) => (b.distance() < a.distance() ? b : a));
      this.waiting = this.waiting.filter((other) => other !== nearest);
      this.loading += 1;
      void this.draw(nearest).finally(() => {
        this.loading -= 1;
        this.next();
      });
    }
  }

  private async draw(wanted: Wanted): Promise<void> {
    try {
      const picture = await this.load(wanted.address);
      if (wanted.cancelled) free(picture);
      else wanted.settle(picture);
    } catch {
      wanted.settle(null); // the words of the page say what is wrong
    }
  }
}

/** Puts a picture in the place of another one, in the same frame. */
export function replace(host: HTMLElement, old: HTMLImageElement | null, picture: HTMLImageElement): void {
  host.append(picture);
  free(old);
}

/** Lets go of a picture's memory: without this the web view keeps it until it collects garbage. */
export function free(picture: HTMLImageElement | null): void {
  picture?.remove();
  picture?.removeAttribute('src');
}

/** A picture that can be painted at once. */
async function decoded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  Object.assign(image, { alt: '', draggable: false, decoding: 'sync', src: address });
  try {
    await image.decode();
  } catch (problem) {
    free(image);
    throw problem;
  }
  return image;
}
