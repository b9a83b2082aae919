import type { YamlPath } from '../../src/wire/yaml.ts';
import type { InventoryKind } from '../config/settings.ts';
import type { ApiFailure } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import type { StoredDocument } from '../store/documents.ts';

/** A document to be stored. */
export type DocumentWrite = {
  caller: Caller;
  name: string;
  /** The author's text without secrets. */
  content: string;
  /** The parsed content, including secrets and server defaults. */
  document: unknown;
  /** A secret that is empty in the text was replaced by the stored one. */
  kept: boolean;
  /** The stored document. Absent if the document is new. */
  stored?: StoredDocument;
};

type DocumentRemoval = { caller: Caller; stored: StoredDocument };

/** Parts of a document that gateway.yaml sets. */
export type FixedPart = {
  path: YamlPath;
  value: unknown;
  /** The key in the file: `auth.second_factor`. */
  key: string;
  /** Whether another notation means the same. Absent: only the value itself does. */
  isSame?: (value: unknown) => boolean;
};

/** A document from another source: gateway.yaml, or a seed (`npm run seed`). */
export type FixedDocument = { name: string; document: unknown; origin: 'config-file' | 'seed' };

/** A document that always exists, under one name. */
export type SingletonOf<G> = {
  name: string;
  /** Its content if it was never written. */
  defaults(gateway: G): unknown;
  fixed(gateway: G): readonly FixedPart[];
};

/**
 * The definition of a kind of documents. The entry in `kinds/documentKinds.ts` serves it at `postern/documents/<kind>`,
 * with revisions and history. Endpoints of the contract write through the same `Documents`. `G` is the gateway. It
 * contains its documents, so this module cannot import its type.
 */
export type DocumentKindOf<G> = {
  /** The kind in the document and in its URL. */
  kind: string;
  /** Kind of the rules. Absent: the same. */
  rule?: string;
  /** Verbs that reading needs besides `read`, if every user has `read` (http-resources §0). */
  readNeeds?: readonly string[];
  /** Verbs that a write needs. Absent: `create` for a new document, `update` for an existing one. */
  writeVerbs?: readonly string[];
  /** Whether a write also needs the right to read. */
  writeNeedsRead?: true;
  /** Documents that the caller may read independent of the rules. */
  mayAlwaysRead?(caller: Caller, name: string): boolean;
  singleton?: SingletonOf<G>;
  /** Paths whose values are removed from the text. An empty one keeps the stored value. */
  secrets?: readonly YamlPath[];
  /** The noun in the error about a name with a slash, which would split a URL. */
  word?: string;
  /** The name of a document that has none, if the server assigns one. */
  nameOf?: (document: unknown) => string;
  /** Adds server defaults to the document and refuses invalid ones. Absent: unchanged. */
  complete?: (document: unknown) => unknown;
  /** The document of that name from another source, which is read-only. */
  fixedDocument?(name: string, gateway: G): FixedDocument | undefined;
  /** The kind of the gateway.yaml entries. A seed may have created ten thousand others, so they are read one by one. */
  fixedIn?: InventoryKind;
  /** Throws to refuse the write. The rules are already checked, and secrets have their final values. */
  check(write: DocumentWrite, gateway: G): void | Promise<void>;
  /** The name for a new document, if another system decides it. Called after the check. */
  agreedName?(write: DocumentWrite, gateway: G): Promise<string>;
  /** Throws for names that cannot be deleted, existing or not. */
  checkRemoval?(name: string): void;
  /** Wraps the work of the transaction, to compare the state before and after. `what` is the start of a sentence. */
  around?<T>(gateway: G, what: string, change: () => T): T;
  /** In the transaction, after the write: its consequences and its audit event. Throwing undoes the write. */
  written(write: DocumentWrite, gateway: G): void;
  removed(removal: DocumentRemoval, gateway: G): void;
  /** The consequences of an expiry, in the transaction that deletes the document. */
  expired?(stored: StoredDocument, gateway: G): void;
  /** After the change is on disk. */
  settled?(name: string, gateway: G): void;
  /** The wire's error for a missing document. */
  missing?(name: string, doing: 'update' | 'delete'): ApiFailure;
};
