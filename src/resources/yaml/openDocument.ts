import type { DataProvider } from 'ra-core';
import { readRevision } from '../../api/history.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { knownUserContext } from '../../api/userContext.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { nameOf, shownName, typeOf, typeOfKind } from '../../descriptors/documents.ts';
import type { DocumentForm, DocumentType } from '../../descriptors/documentTypes.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import { systemClock } from '../../lib/clock.ts';
import { readTemplates, type DocumentTemplates } from './documentTemplates.ts';
import { ENTER_NOTE, KEPT_NOTE } from '../../wire/documentSecrets.ts';
import { hideSecrets, textForDraft } from '../../wire/secretText.ts';
import { Drafts } from '../../lib/drafts.ts';
import { isSameText } from '../review/compareWithServer.ts';
import { documentText, readCopy, readUnlisted } from '../review/serverCopy.ts';
import { changedLines, type ChangedLine } from '../review/diffTexts.ts';
import { DocumentSession } from './DocumentSession.ts';
import { DocumentDrafts, type Base, type DocumentDraft } from './drafts.ts';
import { loadKind } from './kinds/kind.ts';
import { cloneText, copyName, randomName, withName } from './newDocument.ts';
import { checkDocument, type CheckedDocument, type Rules } from './problems/checkDocument.ts';
import { checkLong, isLong, STILL_CHECKING } from './problems/checkLong.ts';
import { ServerErrors } from './problems/ServerErrors.ts';
import { takeRead } from './readAhead.ts';
import { loadSchemas } from './schema/loadSchemas.ts';
import { browserTabChannel, DraftSlot } from './draftSlot.ts';

/** The schemas have all fields of this version, and the fields of newer ones that were known. */
const SCHEMA_MAJOR = 13;

/** `isLong`: too long for a form beside it. */
type Checked = CheckedDocument & { changes: readonly ChangedLine[]; isLong: boolean };

/**
 * The document of a page: one that the server has, or a new one, which may be a copy of another. `type` is its kind,
 * `revision` the earlier write whose text it starts with.
 */
export type Target =
  | { kind: 'existing'; id: string; revision?: RevisionOf }
  | { kind: 'new'; from: string | undefined; type: string | undefined; revision?: RevisionOf };
/** `of`: the id of the row that the revision belongs to. */
type RevisionOf = { of: string; id: string };

/**
 * A restored draft: when it was stored, and whether the server's copy has changed since. A new document has no copy.
 */
export type Restored = { savedAtMs: number; moved: boolean | undefined };

export type OpenedDocument = {
  session: DocumentSession<Checked>;
  slot: DraftSlot;
  rules: Rules;
  refusals: ServerErrors;
  type: DocumentType;
  form: DocumentForm | undefined;
  /** Templates for a new document; undefined for a document that the server has. */
  templates: DocumentTemplates | undefined;
  restored: Restored | undefined;
};
/** `missing`: the server has no such document; `draft` is the unsaved text that was stored for it. */
export type Opened = { kind: 'open'; document: OpenedDocument } | { kind: 'missing'; draft: string | undefined };

/** A resource whose rows are documents. */
export type DocumentResource = Resource & { yaml: NonNullable<Resource['yaml']> };

type Options = NamedResource<DocumentResource> & {
  target: Target;
  dataProvider: DataProvider;
  user: string;
  clusterId: string;
};

/** The key of a document among the drafts of one resource. A restored revision does not overwrite another draft. */
const keyOf = (target: Target, { kind }: DocumentType, { yaml }: DocumentResource): string => {
  const { revision } = target;
  const restores = revision ? [`revision=${encodeURIComponent(revision.id)}`] : [];
  if (target.kind === 'existing') return [encodeURIComponent(target.id), ...restores].join('?');
  const type = yaml.types.length > 1 ? [`kind=${kind}`] : [];
  return `?${[...type, `from=${encodeURIComponent(target.from ?? '')}`, ...restores].join('&')}`;
};

function typeOfTarget(resource: DocumentResource, target: Target): DocumentType {
  if (target.kind === 'existing') return typeOf(resource, target.id);
  if (target.from !== undefined) return typeOf(resource, target.from);
  return typeOfKind(resource, target.type ?? '') ?? resource.yaml.types[0];
}

const templatesOf = async (type: DocumentType): Promise<DocumentTemplates> =>
  readTemplates((await type.templates()).default, location.origin);

const NONE: Base = { text: '', readAtMs: 0 };

/** The note in place of a secret. Only an existing document keeps its value. */
const noteFor = ({ kind }: Target): string => (kind === 'existing' ? KEPT_NOTE : ENTER_NOTE);

/** The text of a revision, with the name that the history may mask. */
async function revisionText(
  { resource, target }: Pick<Options, 'resource' | 'target'>,
  { kind, secrets = [] }: DocumentType,
  { of, id }: RevisionOf,
): Promise<string> {
  await resource.yaml.ids?.find?.(of);
  const name = nameOf(resource, of);
  return hideSecrets(withName(await readRevision(kind, name, id), name), secrets, noteFor(target));
}

/** A new document starts from a template, a copy or a revision. There is no server's copy of it. */
async function newText(
  { resource, name, target, dataProvider }: Options,
  type: DocumentType,
  { from, revision }: Extract<Target, { kind: 'new' }>,
): Promise<string | undefined> {
  if (revision) return revisionText({ resource, target }, type, revision);
  if (from === undefined) return (await templatesOf(type))[0].content;
  const { data } = await dataProvider.getList<Row>(name, {});
  const original = data.find((row) => row.id === from);
  const usedNames = new Set(data.map((row) => nameOf(resource, row.id)));
  if (!original) return undefined;
  const sourceName = nameOf(resource, from);
  // A copy must not reveal a secret. If the name is one, the copy gets its own.
  const isSecret = shownName(resource, from) !== sourceName;
  const text = cloneText(documentText(resource, original), isSecret ? randomName() : copyName(sourceName, usedNames));
  return hideSecrets(text, type.secrets ?? [], noteFor(target));
}

const existingCopy = async (options: Options, id: string): Promise<Base | undefined> =>
  (await (takeRead(options.name, id) ?? readCopy(options, id))) ?? readUnlisted(options, id);

/** A draft whose base has the same content as the server's copy continues from the server's formatting. */
function resume(draft: DocumentDraft | undefined, start: { text: string; base: Base }) {
  if (!draft || draft.text === start.text) return undefined;
  const moved = !isSameText(draft.base.text, start.base.text);
  // Saved by a write whose answer was lost, or by another user.
  if (moved && isSameText(draft.text, start.text)) return undefined;
  return { ...draft, base: moved ? draft.base : start.base, moved };
}

/** An earlier revision of an existing document, as an unsaved change of it. */
async function resumeRevision({ resource, target }: Options, type: DocumentType, start: { text: string; base: Base }) {
  if (!target.revision || start.base === NONE) return undefined;
  const text = await revisionText({ resource, target }, type, target.revision);
  return text === start.text ? undefined : { text, base: start.base, savedAtMs: Date.now() };
}

/**
 * Loads everything that an editor page needs. The caller must release the slot with `place.leave` when the page closes.
 */
export async function openDocument(options: Options): Promise<Opened> {
  const { resource, target, user, clusterId } = options;
  const type = typeOfTarget(resource, target);
  const { kind, secrets = [] } = type;
  const key = `${clusterId}/${options.name}/${keyOf(target, type, resource)}`;
  const drafts = new Drafts(localStorage, user);
  const hide = (text: string) => textForDraft(text, secrets, noteFor(target));
  const draftsAt = (number: number) => new DocumentDrafts(drafts, `${key}#${number}`, hide);
  const loading = Promise.all([
    target.kind === 'new'
      ? newText(options, type, target).then((text) => (text === undefined ? undefined : { text, base: NONE }))
      : existingCopy(options, target.id).then((base) => base && { text: base.text, base }),
    type.schema().then((schema) => loadSchemas(kind, schema)),
    loadKind(kind),
    type.form?.(),
    target.kind === 'new' ? templatesOf(type) : undefined,
  ]);
  loading.catch(() => undefined); // thrown below, after the other tabs have answered
  const slot = await DraftSlot.take(`${user}@${key}`, (n) => draftsAt(n).load() !== undefined, browserTabChannel());
  const slotDrafts = draftsAt(slot.number);
  try {
    const [start, schema, editorKind, form, templates] = await loading;
    const draft = slotDrafts.load();
    if (!start) {
      await slot.leave();
      return { kind: 'missing', draft: draft?.text };
    }
    const serverMajor = Number.parseInt(knownUserContext()?.cluster.authVersion ?? '', 10) || 0;
    const rules: Rules = {
      kind,
      name: target.kind === 'existing' ? nameOf(resource, target.id) : undefined,
      schema,
      editorKind,
      secrets,
      unknownFields: serverBehaviour.isGateway ? 'kept' : serverMajor > SCHEMA_MAJOR ? 'unclear' : 'removed',
      serverMajor,
    };
    const resumed = resume(draft, start);
    if (!resumed) slotDrafts.drop();
    const begun = resumed ?? (await resumeRevision(options, type, start));
    const refusals = new ServerErrors(editorKind.refusals);
    const session = new DocumentSession<Checked>({
      start,
      resume: begun,
      drafts: slotDrafts,
      check: (text, base) => ({
        ...refusals.among(checkDocument(text, rules)),
        changes: changedLines(base.text, text),
        isLong: false,
      }),
      late: {
        isLate: isLong,
        meanwhile: { ...STILL_CHECKING, changes: [], isLong: true },
        check: async (text) => ({ ...(await checkLong(text, rules)), changes: [], isLong: true }),
      },
      clock: systemClock,
    });
    const restored = resumed && {
      savedAtMs: resumed.savedAtMs,
      moved: target.kind === 'new' ? undefined : resumed.moved,
    };
    return {
      kind: 'open',
      document: { session, slot, rules, refusals, type, form: form?.default, templates, restored },
    };
  } catch (error) {
    await slot.leave();
    throw error;
  }
}
