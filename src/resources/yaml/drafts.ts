import type { Drafts } from '../../lib/drafts.ts';
import { at, isObject, parseJson } from '../../lib/json.ts';
import type { Copy } from '../review/compareWithServer.ts';

/** The server's copy when the text was started; '' and 0 for a document that the server does not have yet. */
export type Base = Copy;

/** An unsaved text together with its base. Without the base a merge could not tell who changed what. */
export type DocumentDraft = { text: string; base: Base; savedAtMs: number };

/** The result of storing a draft. `secret`: the text could contain a secret, so it was not stored. */
export type SavedDraft = 'kept' | 'refused' | 'secret';

const isBase = (value: unknown): value is Base =>
  isObject(value) && typeof value['text'] === 'string' && typeof value['readAtMs'] === 'number';

/** Stores the unsaved text of one document, of one user, in one draft slot (see DraftSlot). */
export class DocumentDrafts {
  #drafts: Drafts;
  #name: string;
  #hide: (text: string) => string | undefined;

  /** `hide` returns the text without secrets, for storing in the browser; undefined if it cannot find them. */
  constructor(drafts: Drafts, name: string, hide: (text: string) => string | undefined) {
    this.#drafts = drafts;
    this.#name = name;
    this.#hide = hide;
  }

  /** Returns `refused` if the browser does not store it, `secret` if the text could contain a secret. */
  save(text: string, base: Base): SavedDraft {
    const hidden = this.#hide(text);
    if (hidden === undefined) return 'secret';
    return this.#drafts.save(this.#name, JSON.stringify({ text: hidden, base })) ? 'kept' : 'refused';
  }

  load(): DocumentDraft | undefined {
    const stored = this.#drafts.load(this.#name);
    const content = parseJson(stored?.text ?? '');
    const [text, base] = [at(content, 'text'), at(content, 'base')];
    if (!stored || typeof text !== 'string' || !isBase(base)) return undefined;
    return { text, base, savedAtMs: stored.savedAtMs };
  }

  drop(): void {
    this.#drafts.drop(this.#name);
  }
}
