// The single implementation of document writes for all endpoints: rules, validation, revision, audit, history.
import { characterFault, isResourceName } from '../../src/access/checkMetadata.ts';
import { at, textAt } from '../../src/lib/json.ts';
import { faultAt, type FieldFault } from '../../src/wire/documentFault.ts';
import { readTime } from '../../src/wire/http.ts';
import { withValueAt } from '../../src/wire/yaml.ts';
import { alreadyExists, badDocument, badRequest, notFound, type ApiFailure } from '../http/failures.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import type { WebSessions } from '../identity/webSessions.ts';
import type { StoredDocument } from '../store/documents.ts';
import type { Stores } from '../store/stores.ts';
import type { Tasks } from '../tasks/Tasks.ts';
import { revisionOf } from './documentItems.ts';
import type { DocumentKindOf, DocumentWrite, FixedDocument } from './documentKindOf.ts';
import { InTurn } from './serialQueue.ts';
import { hideSecrets, restoreSecrets, exposedSecret } from './secrets.ts';
import { renamed, wrongKind, type SentDocument } from './sentDocument.ts';
import { textsOf, type Texts } from './texts.ts';

/** The revision that a change is based on: if the document has a newer one, it is not changed. Absent: no check. */
type Since = { revision?: string };

/** A longer name does not fit into a path for reading, changing and deleting (`PARAM_LENGTH_MAX`). */
const NAME_MAX_CHARS = 1000;

/** The parts that writes need. Kinds get the whole gateway. */
type Parts = {
  stores: Pick<Stores, 'db' | 'documents'>;
  tasks: Tasks;
  sessions: Pick<WebSessions, 'recheckAdmitted'>;
  now: () => number;
};
/** For functions that need no gateway. */
type AnyKind = DocumentKindOf<never>;

export class Documents<G extends Parts> {
  #ofGateway: () => G;
  #turns = new InTurn();

  /** The gateway contains its documents, and kinds need the gateway. So it is requested at the first write. */
  constructor(gateway: () => G) {
    this.#ofGateway = gateway;
  }

  get #gateway(): G {
    return this.#ofGateway();
  }

  /** Refuses an existing name with 409. */
  create(kind: DocumentKindOf<G>, caller: Caller, sent: SentDocument): Promise<StoredDocument> {
    requireKind(kind, sent);
    requireWrite(kind, caller, 'create', sent.name);
    requireName(kind, sent.name);
    return this.#serialQueue(kind, sent.name, async () => {
      const requireNew = (name: string) => {
        if (this.find(kind, name) || kind.singleton)
          throw badDocument(ofName(`resource with name "${name}" already exists`), 409);
      };
      const fixed = kind.fixedDocument?.(sent.name, this.#gateway);
      if (fixed) throw badDocument(writtenElsewhere(kind, fixed), 409);
      requireNew(sent.name);
      const texts = this.#textsOf(caller);
      const write = await toWrite(kind, caller, sent, texts);
      await kind.check(write, this.#gateway);
      const name = await kind.agreedName?.(write, this.#gateway);
      const named = name === undefined ? write : { ...write, ...(await called(name, write, texts)) };
      return this.#put(kind, 'create', named, () => requireNew(named.name));
    });
  }

  /** If `since.revision` is not the current one: 409, and nothing is written. */
  update(
    kind: DocumentKindOf<G>,
    caller: Caller,
    name: string,
    sent: SentDocument,
    since?: Since,
  ): Promise<StoredDocument> {
    requireKind(kind, sent);
    if (sent.name !== name) throw renamed();
    return this.change(kind, caller, name, () => sent, since);
  }

  /** The same for a text that is made from the stored one. No other write comes in between. */
  change(
    kind: DocumentKindOf<G>,
    caller: Caller,
    name: string,
    toSent: (stored: StoredDocument | undefined) => SentDocument | Promise<SentDocument>,
    { revision }: Since = {},
  ): Promise<StoredDocument> {
    requireWrite(kind, caller, 'update', name);
    return this.#serialQueue(kind, name, async () => {
      this.#requireWritable(kind, name);
      const requireStored = () => {
        const stored = this.find(kind, name);
        if (!stored && kind.singleton?.name !== name) throw missing(kind, name, 'update');
        requireRevision(kind, name, stored, revision);
        return stored;
      };
      const stored = requireStored();
      const write = await toWrite(kind, caller, await toSent(stored), this.#textsOf(caller), stored);
      requireFixed(kind, write, this.#gateway);
      await kind.check(write, this.#gateway);
      return this.#put(kind, 'update', write, requireStored);
    });
  }

  remove(kind: DocumentKindOf<G>, caller: Caller, name: string, { revision }: Since = {}): Promise<void> {
    requireRule(caller, ruleOf(kind), 'delete');
    kind.checkRemoval?.(name);
    return this.#serialQueue(kind, name, () => {
      this.#requireWritable(kind, name);
      const { stores, sessions, now } = this.#gateway;
      this.#change(kind, `Deleting this ${kind.kind.replaceAll('_', ' ')}`, name, () => {
        requireRule(sessions.recheckAdmitted(caller), ruleOf(kind), 'delete'); // it may have waited for its turn
        const present = this.find(kind, name);
        if (!present) throw missing(kind, name, 'delete');
        requireRevision(kind, name, present, revision);
        stores.documents.delete(kind.kind, name, { by: caller.user.name, nowMs: now() });
        kind.removed({ caller, stored: present }, this.#gateway);
      });
      return Promise.resolve();
    });
  }

  find(kind: DocumentKindOf<G>, name: string): StoredDocument | undefined {
    return this.#gateway.stores.documents.find(kind.kind, name);
  }

  list(kind: DocumentKindOf<G>): StoredDocument[] {
    return this.#gateway.stores.documents.list(kind.kind);
  }

  #requireWritable(kind: DocumentKindOf<G>, name: string): void {
    const fixed = kind.fixedDocument?.(name, this.#gateway);
    if (fixed) throw badDocument(writtenElsewhere(kind, fixed));
  }

  #put(
    kind: DocumentKindOf<G>,
    doing: 'create' | 'update',
    write: DocumentWrite,
    again: () => unknown,
  ): StoredDocument {
    const { stores, sessions, now } = this.#gateway;
    const { name, content, document, caller } = write;
    // The metadata check has refused invalid times.
    const expiresMs = readTime(textAt(document, 'metadata', 'expires'))?.getTime();
    if (expiresMs !== undefined && expiresMs <= now())
      throw badDocument(faultAt('metadata.expires: the time is in the past', 'metadata', 'expires'));
    return this.#change(kind, 'This change', name, () => {
      // While the text was read and checked, the sign-in may have ended, and rules or the document may have changed.
      requireWrite(kind, sessions.recheckAdmitted(caller), doing, name);
      again();
      stores.documents.put(
        { kind: kind.kind, name, content, document, ...(expiresMs !== undefined && { expiresMs }) },
        { by: caller.user.name, nowMs: now() },
      );
      kind.written(write, this.#gateway);
      const stored = stores.documents.find(kind.kind, name);
      if (!stored) throw new Error(`${kind.kind} ${name} was not stored`);
      return stored;
    });
  }

  #change<T>(kind: DocumentKindOf<G>, what: string, name: string, work: () => T): T {
    const { db } = this.#gateway.stores;
    const result = kind.around ? kind.around(this.#gateway, what, work) : db.transaction(work);
    kind.settled?.(name, this.#gateway);
    return result;
  }

  #textsOf(caller: Caller): Texts {
    return textsOf(this.#gateway.tasks, { user: caller.user.name });
  }

  /** Writes of one document run in the order of their requests. */
  #serialQueue<T>(kind: DocumentKindOf<G>, name: string, work: () => Promise<T>): Promise<T> {
    return this.#turns.run(`${kind.kind}/${name}`, work);
  }
}

export const ruleOf = ({ kind, rule = kind }: AnyKind): string => rule;

export function requireRead(kind: AnyKind, caller: Caller, name: string): void {
  if (!kind.mayAlwaysRead?.(caller, name)) requireRule(caller, ruleOf(kind), 'read', ...(kind.readNeeds ?? []));
}

/** Whether the rules let the caller read documents of the kind. */
export const mayRead = (kind: AnyKind, { access }: Caller): boolean =>
  ['read', ...(kind.readNeeds ?? [])].every((verb) => access.rule(ruleOf(kind), verb).ok);

/** `name` is '' if the text with the name has not been parsed yet. */
export function requireWrite(kind: AnyKind, caller: Caller, doing: 'create' | 'update', name: string): void {
  if (kind.writeNeedsRead) requireRead(kind, caller, name);
  requireRule(caller, ruleOf(kind), ...(kind.writeVerbs ?? [doing]));
}

export const requireList = (kind: AnyKind, caller: Caller): void =>
  requireRule(caller, ruleOf(kind), 'list', 'read', ...(kind.readNeeds ?? []));

export const missing = (kind: AnyKind, name: string, doing: 'update' | 'delete'): ApiFailure =>
  doing === 'delete' && !isResourceName(name)
    ? badRequest(characterFault(name)) // the storage of a cluster refuses such a key
    : (kind.missing?.(name, doing) ?? notFound(`${kind.kind} "${name}" is not found`));

const writtenElsewhere = ({ kind }: AnyKind, { name, origin }: FixedDocument) =>
  ofName(
    origin === 'config-file'
      ? `${kind} "${name}" is set in gateway.yaml. Change it there`
      : `${kind} "${name}" is part of a seed. npm run seed changes the number of seeded resources`,
  );

const ofName = (message: string): FieldFault => faultAt(message, 'metadata', 'name');

function requireKind(kind: AnyKind, sent: SentDocument): void {
  if (sent.kind !== kind.kind) throw wrongKind(sent.kind);
}

function requireName({ kind, word = kind.replaceAll('_', ' '), singleton }: AnyKind, name: string): void {
  if (singleton && singleton.name !== name) throw badDocument(ofName(`${kind}: the only name is "${singleton.name}"`));
  if (name.length > NAME_MAX_CHARS) throw badDocument(ofName(`a name has at most ${NAME_MAX_CHARS} characters`));
  if (name.includes('/')) throw badDocument(ofName(`${article(word)} ${word} name must not contain a slash`));
}

const article = (word: string) => (/^[aeiou]/.test(word) ? 'an' : 'a');

function requireRevision(kind: AnyKind, name: string, stored: StoredDocument | undefined, sentRevision?: string): void {
  if (sentRevision === undefined || sentRevision === revisionOf(stored)) return;
  throw alreadyExists(`${kind.kind} "${name}" has been changed in the meantime. Nothing was saved`);
}

async function toWrite(
  kind: AnyKind,
  caller: Caller,
  { name, content, document: sent }: SentDocument,
  texts: Texts,
  stored?: StoredDocument,
): Promise<DocumentWrite> {
  const hidden = await hideSecrets(kind.secrets ?? [], content, sent, texts.patch);
  if (!hidden.ok) throw badDocument(hidden.message);
  const write = { caller, name, content: hidden.content };
  const document = kind.complete ? kind.complete(sent) : sent;
  if (!stored) return { ...write, document, kept: false };
  const restored = restoreSecrets(kind.secrets ?? [], document, stored.document);
  const exposed = exposedSecret(kind.secrets ?? [], restored.document, hidden.content);
  if (exposed !== undefined) throw badDocument(exposed);
  return { ...write, stored, ...restored };
}

/** The document with another name, also in the author's text. */
async function called(
  name: string,
  { content, document }: Pick<DocumentWrite, 'content' | 'document'>,
  texts: Texts,
): Promise<Pick<DocumentWrite, 'name' | 'content' | 'document'>> {
  const path = ['metadata', 'name'];
  const patched = await texts.patch(content, { path, value: name });
  return { name, content: patched ?? content, document: withValueAt(document, path, name) };
}

/** Values that gateway.yaml sets may be omitted or repeated, but not changed. */
function requireFixed<G>({ singleton }: DocumentKindOf<G>, { document }: DocumentWrite, gateway: G): void {
  for (const { path, value, key, isSame } of singleton?.fixed(gateway) ?? []) {
    const sentValue = at(document, ...path) ?? value;
    if (sentValue !== value && !isSame?.(sentValue)) {
      throw badDocument(`${path.join('.')}: ${JSON.stringify(value)} is set in gateway.yaml (${key}). Change it there`);
    }
  }
}
