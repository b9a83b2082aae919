import { readJson, writeText, DRAFT_PREFIX } from './storage.ts';

export type Draft = { text: string; savedAtMs: number };

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'savedAtMs' in value &&
  typeof value.savedAtMs === 'number';

/** Blanks behind a draft, which are taken away again: the session finds this much room beside it. */
const ROOM_FOR_SESSION = ' '.repeat(4096);

/**
 * Unsaved text of one user, kept in the browser across reloads, crashes and sign-outs.
 * Another user of the same browser neither sees nor overwrites it.
 */
export class Drafts {
  #storage: Storage;
  #prefix: string;
  #now: () => number;

  constructor(storage: Storage, user: string, now: () => number = () => Date.now(), prefix = DRAFT_PREFIX) {
    this.#storage = storage;
    this.#prefix = `${prefix}${encodeURIComponent(user)}:`;
    this.#now = now;
  }

  /** False when the browser refuses to store it (full, forbidden): say so beside the text. */
  save(name: string, text: string): boolean {
    const draft = JSON.stringify({ text, savedAtMs: this.#now() } satisfies Draft);
    return [draft + ROOM_FOR_SESSION, draft].every((json) => writeText(this.#storage, this.#prefix + name, json));
  }

  load(name: string): Draft | undefined {
    const draft = readJson(this.#storage, this.#prefix + name);
    return isDraft(draft) ? draft : undefined;
  }

  drop(name: string): void {
    this.#storage.removeItem(this.#prefix + name);
  }

  names(): string[] {
    return Object.keys(this.#storage)
      .filter((key) => key.startsWith(this.#prefix))
      .map((key) => key.slice(this.#prefix.length));
  }
}
