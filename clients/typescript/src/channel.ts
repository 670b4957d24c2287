/** Values on their way from one task to another. */

interface Waiting<T> {
  value: T;
  taken(): void;
  refused(error: unknown): void;
}

/** A queue with one reader. Who sends may wait until the value is taken, or leave it there. */
export class Channel<T> implements AsyncIterable<T> {
  readonly #waiting: Waiting<T>[] = [];
  #readers: (() => void)[] = [];
  #end: { error?: unknown } | undefined;

  /** Settles once the value is taken; rejects where that will never be. */
  send(value: T): Promise<void> {
    const taken = new Promise<void>((resolve, reject) => {
      if (this.#end) {
        reject(this.#end.error ?? new Error("the channel has ended"));
      } else {
        this.#waiting.push({ value, taken: resolve, refused: reject });
        this.#wake();
      }
    });
    taken.catch(() => {}); // who does not wait is told by the reader's end
    return taken;
  }

  /** Nothing follows what was sent. */
  end(): void {
    this.#end ??= {};
    this.#wake();
  }

  /** Nothing that is not taken yet ever will be. */
  fail(error: unknown): void {
    this.#end = { error };
    for (const { refused } of this.#waiting.splice(0)) {
      refused(error);
    }
    this.#wake();
  }

  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    return {
      next: () => this.#next(),
      // Connect reads requests only from what has this.
      throw: (error) => Promise.reject(error),
    };
  }

  async #next(): Promise<IteratorResult<T, undefined>> {
    while (this.#waiting.length === 0 && !this.#end) {
      await new Promise<void>((resolve) => this.#readers.push(resolve));
    }
    const first = this.#waiting.shift();
    if (first) {
      first.taken();
      return { done: false, value: first.value };
    }
    if (this.#end && "error" in this.#end) {
      throw this.#end.error;
    }
    return { done: true, value: undefined };
  }

  #wake(): void {
    for (const reader of this.#readers.splice(0)) {
      reader();
    }
  }
}
