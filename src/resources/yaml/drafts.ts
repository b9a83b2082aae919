import type { Drafts } from '../../lib/drafts.ts';
import { at, isObject, parseJson } from '../../lib/json.ts';
import type { Copy } from '../review/compareWithServer.ts';

/** What the server had when a text was begun; '' and 0 for a document that it does not have yet. */
export type Base = Copy;

/** An unsaved text together with what it was made from: without that nobody could tell later who changed what. */
export type DocumentDraft = { text: string; base: Base; savedAtMs: number };

/** What became of a draft. `secret`: it could hold one, so it was not stored. */
export type SavedDraft = 'kept' | 'refused' | 'secret';

const isBase = (value: unknown): value is Base =>
  isObject(value) && typeof value['text'] === 'string' && typeof value['readAtMs'] === 'number';

/** Keeps the unsaved text of one document, of one user, in one tab's place (see DraftPlaces). */
export class DocumentDrafts {
  #drafts: Drafts;
  #name: string;
  #hide: (text: string) => string | undefined;

  /** `hide`: what of a text may be kept in a browser; undefined where that cannot be told. */
  constructor(drafts: Drafts, name: string, hide: (text: string) => string | undefined) {
    this.#drafts = drafts;
    this.#name = name;
    this.#hide = hide;
  }

  /** Says beside the text why there is no draft: the browser refuses to store it, or it could hold a secret. */
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
