// Short messages of the window: something is done, or something failed that belongs to no document.

import { asProblem } from '../backend/problem';

export interface Notice {
  id: number;
  kind: 'done' | 'problem';
  title: string;
  /** One line per file or remedy. */
  lines: string[];
  /** What the user may do about it. */
  action?: NoticeAction;
}

/** A button in a message. */
export interface NoticeAction {
  name: string;
  run: () => void;
}

/** How long a message of success stays, in milliseconds. Problems stay until they are closed. */
const STAY = 2600;
/** How long something can be undone. The engine waits longer before it removes documents for good. */
const STAY_TO_UNDO = 10_000;
/** How many messages are shown at most. */
const MOST = 4;

export class Notices {
  list = $state<Notice[]>([]);
  private last = 0;

  done(title: string): void {
    this.list = this.list.filter((notice) => notice.kind === 'problem' || notice.action);
    const id = this.show('done', title, []);
    setTimeout(() => this.close(id), STAY);
  }

  /** Says that something is done, with a button to undo it for a while. */
  offer(title: string, action: NoticeAction): void {
    const id = this.show('done', title, []);
    const run = () => {
      this.close(id);
      action.run();
    };
    this.list = this.list.map((notice) =>
      notice.id === id ? { ...notice, action: { name: action.name, run } } : notice,
    );
    setTimeout(() => this.close(id), STAY_TO_UNDO);
  }

  /** Undoes what can be undone last; false if nothing can. */
  undo(): boolean {
    const last = this.list.findLast(({ action }) => action);
    last?.action?.run();
    return last !== undefined;
  }

  problem(title: string, lines: string[] = []): void {
    const shown = this.list.some((notice) => notice.title === title && notice.lines.join() === lines.join());
    if (!shown) this.show('problem', title, lines);
  }

  close(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** Does some work. If it fails, shows the problem under a title and returns nothing. */
  async attempt<T>(failure: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (thrown) {
      this.problem(failure, [asProblem(thrown).message]);
      return undefined;
    }
  }

  /** The same; whether it worked. */
  async worked(failure: string, work: () => Promise<unknown>): Promise<boolean> {
    return (await this.attempt(failure, () => work().then(() => true))) ?? false;
  }

  private show(kind: Notice['kind'], title: string, lines: string[]): number {
    const id = ++this.last;
    this.list = [...this.list, { id, kind, title, lines }].slice(-MOST);
    return id;
  }
}
