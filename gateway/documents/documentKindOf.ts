import type { YamlPath } from '../../src/wire/yaml.ts';
import type { InventoryKind } from '../config/settings.ts';
import type { ApiFailure } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import type { StoredDocument } from '../store/documents.ts';

/** A document on its way into the store. */
export type DocumentWrite = {
  caller: Caller;
  name: string;
  /** The author's text without secrets. */
  content: string;
  /** What it says, secrets and what the server fills in included. */
  document: unknown;
  /** A secret that the text left empty is the stored one. */
  kept: boolean;
  /** What stands there now; absent where the document is new. */
  stored?: StoredDocument;
};

type DocumentRemoval = { caller: Caller; stored: StoredDocument };

/** Parts of a document that gateway.yaml decides. */
export type FixedPart = {
  path: YamlPath;
  value: unknown;
  /** Where the file says it: `auth.second_factor`. */
  key: string;
  /** Whether another way of writing says the same; absent: only the value itself does. */
  isSame?: (given: unknown) => boolean;
};

/** A document that is written elsewhere: in gateway.yaml, or by a seed (`npm run seed`). */
export type FixedDocument = { name: string; document: unknown; origin: 'config-file' | 'seed' };

/** A document that is always there, under one name. */
export type SingletonOf<G> = {
  name: string;
  /** What it says where nobody has written it. */
  defaults(gateway: G): unknown;
  fixed(gateway: G): readonly FixedPart[];
};

/**
 * What the gateway knows of a kind of documents. A kind is served at `postern/documents/<kind>`, with revisions and
 * history, by its entry in `kinds/documentKinds.ts`; endpoints of the contract write through the same `Documents`. `G` is
 * the gateway, which holds its documents and is therefore not known here by its name.
 */
export type DocumentKindOf<G> = {
  /** Of the document and of its address. */
  kind: string;
  /** Kind of the rules that are asked; absent: the same. */
  rule?: string;
  /** Asked for reading besides `read`, where every user has that (http-resources §0). */
  readNeeds?: readonly string[];
  /** Verbs that a write needs; absent: `create` for a new document, `update` for one that is there. */
  writeVerbs?: readonly string[];
  /** Whether a write is refused to whoever may not read, too. */
  writeNeedsRead?: true;
  /** Documents that the caller may read whatever the rules say. */
  mayAlwaysRead?(caller: Caller, name: string): boolean;
  singleton?: SingletonOf<G>;
  /** Places whose values leave the text; an empty one keeps the stored value. */
  secrets?: readonly YamlPath[];
  /** Said where a name has a slash: in addresses it would be two parts. */
  word?: string;
  /** A name for a document that has none, where the server gives one. */
  nameOf?: (document: unknown) => string;
  /** The document with what the server fills in; refuses what cannot be read as one. Absent: as it is. */
  complete?: (document: unknown) => unknown;
  /** The document of that name that is written elsewhere: read here, never written. */
  fixedDocument?(name: string, gateway: G): FixedDocument | undefined;
  /** Where those of gateway.yaml are. A seed may have made ten thousand others: they are read one by one. */
  fixedIn?: InventoryKind;
  /** Refuses by throwing. The rules have been asked by then, and secrets are those that will be stored. */
  check(write: DocumentWrite, gateway: G): void | Promise<void>;
  /** The name that a new document is kept under, where somebody else has the word; asked after the check. */
  agreedName?(write: DocumentWrite, gateway: G): Promise<string>;
  /** Refuses names that stay, whether there is such a document or not. */
  checkRemoval?(name: string): void;
  /** Around the transaction's work: for what has to be compared before and after. `what` begins a sentence. */
  around?<T>(gateway: G, what: string, change: () => T): T;
  /** In the transaction, after the write: what follows from it, and its audit event. Throwing undoes the write. */
  written(write: DocumentWrite, gateway: G): void;
  removed(removal: DocumentRemoval, gateway: G): void;
  /** In the transaction in which a document goes because its time is over: what follows from that. */
  expired?(stored: StoredDocument, gateway: G): void;
  /** After the change is on disk. */
  settled?(name: string, gateway: G): void;
  /** The wire's words for a document that is not there. */
  missing?(name: string, doing: 'update' | 'delete'): ApiFailure;
};
