// What the window tells in passing: something done, or something that went wrong and belongs to no document.

import { asProblem } from '../backend/problem';

export interface Notice {
  id: number;
  kind: 'done' | 'problem';
  title: string;
  /** One line per file or remedy. */
  lines: string[];
}

/** How long a good message stays, in milliseconds. Problems stay until they are closed. */
const STAY = 2600;

export class Notices {
  list = $state<Notice[]>([]);
  private last = 0;

  done(title: string): void {
    this.list = this.list.filter((notice) => notice.kind === 'problem');
    const id = this.show('done', title, []);
    setTimeout(() => this.close(id), STAY);
  }

  problem(title: string, lines: string[] = []): void {
    const told = this.list.some((notice) => notice.title === title && notice.lines.join() === lines.join());
    if (!told) this.show('problem', title, lines);
  }

  close(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** Runs a piece of work and tells its problem, if it ends in one. */
  async tell<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (thrown) {
      this.problem(what, [asProblem(thrown).message]);
      return undefined;
    }
  }

  private show(kind: Notice['kind'], title: string, lines: string[]): number {
    const id = ++this.last;
    this.list = [...this.list, { id, kind, title, lines }].slice(-4);
    return id;
  }
}
