import { textAt } from '../lib/json.ts';
import { call } from './client.ts';
import { apiUrl } from './urls.ts';

/** The call that has documents of every kind with their revisions; an extension (src/wire/config.ts). */
const ONE = 'postern/documents/:kind/:name';

/** An answer, and which write it tells of. */
export type Revised = { json: unknown; revision: string };

const toRevised = (json: unknown): Revised => ({ json, revision: textAt(json, 'revision') });

export const readDocument = async (kind: string, name: string, signal?: AbortSignal): Promise<Revised> =>
  toRevised(await call(apiUrl(ONE, { kind, name }), { signal }));

/** Refused with 409, and nothing is written, where `revision` is not the present one. `body` is that of a plain write. */
export const updateDocument = async (kind: string, name: string, body: unknown, revision: string): Promise<Revised> =>
  toRevised(
    await call(apiUrl(ONE, { kind, name }), { method: 'PUT', body: { content: textAt(body, 'content'), revision } }),
  );

/** Refused with 409, and nothing is removed, where `revision` is not the present one. */
export async function removeDocument(kind: string, name: string, revision: string): Promise<void> {
  await call(apiUrl(ONE, { kind, name }, { revision }), { method: 'DELETE' });
}
