/** The pattern is not valid in RE2, or exceeds our limits. */
export class PatternError extends Error {
  override name = 'PatternError';
}

/** Reads a pattern from left to right. */
export class Reader {
  #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next code unit, empty at the end. */
  get peek(): string {
    return this.#text[this.#at] ?? '';
  }

  at(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  take(text: string): boolean {
    const found = this.at(text);
    if (found) this.#at += text.length;
    return found;
  }

  /** The next whole character. */
  next(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) throw new PatternError('the pattern ends too early');
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }

  /** Consumes everything up to `end`, and `end` itself. Consumes the rest of the pattern if `end` is missing. */
  until(end: string): string {
    const found = this.#text.indexOf(end, this.#at);
    const to = found < 0 ? this.#text.length : found;
    const text = this.#text.slice(this.#at, to);
    this.#at = to + (found < 0 ? 0 : end.length);
    return text;
  }

  /** Matches a sticky pattern here. Returns undefined and does not move if it does not match. */
  match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text) ?? undefined;
    if (found) this.#at += found[0].length;
    return found;
  }
}
