// Of several calls of one kind only the latest counts: a slow answer never replaces a later one.

export class Latest {
  private calls = 0;

  /** Begins a call. What it returns says whether the call is still the latest one. */
  begin(): () => boolean {
    const call = ++this.calls;
    return () => call === this.calls;
  }

  /** Begins a call, and uses what it brings if it is still the latest one then. */
  async take<T>(asked: Promise<T>, use: (brought: T) => void): Promise<void> {
    const isLatest = this.begin();
    const brought = await asked;
    if (isLatest()) use(brought);
  }

  /** No call that has begun counts any more. */
  cancel(): void {
    this.calls += 1;
  }
}
