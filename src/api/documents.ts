import { textAt } from '../lib/json.ts';
import { call } from './client.ts';
import { apiUrl } from './urls.ts';

/** The endpoint for documents of every kind with their revisions, an extension (src/wire/config.ts). */
const ONE = 'postern/documents/:kind/:name';

/** A response, and the revision of its document. */
export type Revised = { json: unknown; revision: string };

const toRevised = (json: unknown): Revised => ({ json, revision: textAt(json, 'revision') });

export const readDocument = async (kind: string, name: string, signal?: AbortSignal): Promise<Revised> =>
  toRevised(await call(apiUrl(ONE, { kind, name }), { signal }));

/** Refused with 409 without a write if `revision` is not current. `body` is that of a plain write. */
export const updateDocument = async (kind: string, name: string, body: unknown, revision: string): Promise<Revised> =>
  toRevised(
    await call(apiUrl(ONE, { kind, name }), { method: 'PUT', body: { content: textAt(body, 'content'), revision } }),
  );

/** Refused with 409 without a removal if `revision` is not current. */
export async function removeDocument(kind: string, name: string, revision: string): Promise<void> {
  await call(apiUrl(ONE, { kind, name }, { revision }), { method: 'DELETE' });
}
