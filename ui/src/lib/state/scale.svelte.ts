// The size of the text in the window, in percent. Not for the size of a document's page (`viewer`).

const KEY = 'pincite.textScale';
const NORMAL = 100;
export const SCALES = [80, 90, 100, 110, 125, 150, 175, 200] as const;

export class Scale {
  percent = $state(NORMAL);

  constructor() {
    this.set(Number(localStorage.getItem(KEY) ?? NORMAL));
  }

  /** One step larger, or smaller. */
  by(step: 1 | -1): void {
    const at = SCALES.findIndex((scale) => scale >= this.percent);
    this.set(SCALES[at + step] ?? this.percent);
  }

  normal(): void {
    this.set(NORMAL);
  }

  /** Every measure that belongs to text is in rem: it follows. */
  set(percent: number): void {
    this.percent = SCALES.find((scale) => scale === percent) ?? NORMAL;
    localStorage.setItem(KEY, String(this.percent));
    document.documentElement.style.fontSize = `${this.percent}%`;
  }
}
