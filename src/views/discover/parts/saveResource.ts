import { saveConnect } from '../../../api/connect.ts';
import { readDocument, removeDocument, updateDocument } from '../../../api/documents.ts';
import { createDocument } from '../../../api/enrollment.ts';
import { describeFailure, isApiError } from '../../../api/errors.ts';
import { isObject, type JsonObject } from '../../../lib/json.ts';
import { CONNECT_SETTINGS } from '../../../wire/config.ts';
import type { ConnectKind, ConnectValues } from '../../../wire/connect.ts';
import { parseFieldPath } from '../../../wire/documentFault.ts';
import type { FlowHandle, StepOutcome } from '../flow/flow.ts';
import { useFaults, useNextHandler } from '../flow/useStep.ts';
import { takeLabels, type Labels, type LabelValues } from './labels.ts';

/** The document that this run has saved. */
export type SavedDocument = {
  name: string;
  revision: string;
  /** The secrets that the gateway has for it: `kubeconfig`, `vnc.password`. */
  secrets?: readonly string[];
  /** The secrets were entered for another address, or for other checks of the server. */
  isStale?: boolean;
};

/** Where a secret is stored: for the resource as it is, or only for its earlier name or address. */
export type SecretLocation = 'here' | 'elsewhere' | undefined;

export function secretLocation(saved: SavedDocument | undefined, name: string, secret: string): SecretLocation {
  if (!saved?.secrets?.includes(secret)) return undefined;
  return saved.name === name && !saved.isStale ? 'here' : 'elsewhere';
}

/** Text beside the field of a secret that is stored elsewhere. */
export const lostSecretText = (saved: SavedDocument | undefined): string =>
  saved?.isStale
    ? 'Enter it again: the stored one is for another address or other checks of the server'
    : `Enter it again: the stored one belongs to the name ${saved?.name ?? ''}`;

/** Stored secrets in settings: the gateway returns `true` in their place. */
function storedSecrets(connect: object, path: readonly string[] = []): string[] {
  return Object.entries(connect).flatMap(([key, value]: [string, unknown]) => {
    if (value === true) return [[...path, key].join('.')];
    return isObject(value) ? storedSecrets(value, [...path, key]) : [];
  });
}

export type NewResource<K extends ConnectKind> = { name: string; document: JsonObject; connect: ConnectValues[K] };

type SavingFlow = FlowHandle<LabelValues & { name: string; saved?: SavedDocument | undefined }>;

/** Creates the document, or replaces the one that this run saved. The flow stores the result at once. */
async function saveDocument(
  { values: { saved }, setValues }: SavingFlow,
  kind: ConnectKind,
  { name, document }: NewResource<ConnectKind>,
): Promise<SavedDocument> {
  const { printYaml } = await import('../../../wire/yaml.ts');
  const body = { content: printYaml({ kind, ...document }) };
  const create = async (): Promise<SavedDocument> => ({ name, revision: (await createDocument(kind, body)).revision });
  const update = async (existing: SavedDocument): Promise<SavedDocument> => {
    const { revision } = await updateDocument(kind, name, body, existing.revision);
    return { ...existing, revision };
  };
  const existing = saved?.name === name ? saved : undefined;
  const written = await (existing ? update(existing) : create()).catch(async (error: unknown) => {
    if (existing && isApiError(error, 404)) return create(); // removed elsewhere
    if (!isApiError(error, 409)) throw error;
    if (!existing)
      throw new Error(`A resource with the name ${name} exists already. Choose another name.`, { cause: error });
    const { revision } = await readDocument(kind, name);
    setValues({ saved: { ...existing, revision } });
    throw new Error(`${name} was changed elsewhere. Press the button again to replace it.`, { cause: error });
  });
  setValues({ saved: written });
  return written;
}

/** Saves the document and how the gateway reaches the resource. Removes the document that had the earlier name. */
export async function saveResource<K extends ConnectKind>(
  flow: SavingFlow,
  kind: K,
  built: NewResource<K>,
): Promise<void> {
  const before = flow.values.saved;
  const saved = await saveDocument(flow, kind, built);
  const isRenamed = before !== undefined && before.name !== built.name;
  const kept = isRenamed ? await removeBefore(kind, before) : undefined;
  if (flow.env.config.extensions.includes(CONNECT_SETTINGS)) {
    const { connect } = await saveConnect(kind, built.name, built.connect).catch((error: unknown) => {
      const field = isApiError(error, 400) ? parseFieldPath(error.field)?.join('.') : undefined;
      const isStale = field !== undefined && saved.secrets?.includes(field);
      if (isStale) flow.setValues({ saved: { ...saved, isStale } });
      throw error;
    });
    flow.setValues({ saved: { ...saved, secrets: storedSecrets(connect), isStale: false } });
  }
  if (kept !== undefined) throw new Error(`${built.name} is saved. ${kept}`);
}

/** Why the document with the earlier name was not removed. Undefined: it is removed. */
const removeBefore = (kind: ConnectKind, { name, revision }: SavedDocument): Promise<string | undefined> =>
  removeDocument(kind, name, revision).then(
    () => undefined,
    (error: unknown) => (isApiError(error, 404) ? undefined : `${name} was not removed: ${describeFailure(error).why}`),
  );

type Options<K extends ConnectKind, Faults> = {
  kind: K;
  /** Errors in the fields, besides the usual rules for the name. */
  check: () => Faults;
  /** The resource from the fields, with these labels. */
  build: (labels: Labels) => NewResource<K>;
  /** Called when the gateway has stored everything: the page can drop values that it no longer needs. */
  onSaved?: () => void;
};

/**
 * Makes Next save the document and how the gateway reaches the resource. Returns the flow for the form, the errors in
 * the fields and the failure.
 */
export function useSaveResource<K extends ConnectKind, F extends SavingFlow, Faults extends object>(
  flow: F,
  { kind, check, build, onSaved }: Options<K, Faults>,
): { flow: F; faults: Partial<Faults> & { name?: string | undefined }; failure: { error: unknown } | undefined } {
  const { faults, check: checkAll } = useFaults(() => ({ name: resourceNameFault(flow.values.name), ...check() }));
  const failure = useNextHandler(flow, async (): Promise<StepOutcome> => {
    const labels = takeLabels(flow.values, flow.setValues);
    if (!checkAll()) return 'stay';
    const built = build(labels ?? flow.values.labels);
    if (!labels) return 'stay';
    await saveResource(flow, kind, built);
    onSaved?.();
    return 'success';
  });
  return { flow, faults, failure };
}

/** These names are also parts of addresses. */
const NAME = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

export function resourceNameFault(name: string): string | undefined {
  if (name === '') return 'Enter a name';
  return NAME.test(name)
    ? undefined
    : 'A name begins with a letter and has the letters a to z, digits and - only, no - at its end';
}
