import { readJson, writeText, DRAFT_PREFIX } from './storage.ts';

export type Draft = { text: string; savedAtMs: number };

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'savedAtMs' in value &&
  typeof value.savedAtMs === 'number';

/**
 * Padding that is stored with a draft and then removed. It proves that the storage still has this much space for the
 * session.
 */
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

  /**
   * Returns false if the browser refuses to store the draft (quota, no permission). The caller shows that beside the
   * text.
   */
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
