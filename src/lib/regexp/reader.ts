/** The pattern is none of RE2, or larger than we take. */
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

  get done(): boolean {
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

  /** Everything before `end`, which is taken too; up to the end of the pattern where it is missing. */
  until(end: string): string {
    const found = this.#text.indexOf(end, this.#at);
    const to = found < 0 ? this.#text.length : found;
    const text = this.#text.slice(this.#at, to);
    this.#at = to + (found < 0 ? 0 : end.length);
    return text;
  }

  /** What a sticky pattern finds here; undefined and no step when it finds nothing. */
  match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text) ?? undefined;
    if (found) this.#at += found[0].length;
    return found;
  }
}
