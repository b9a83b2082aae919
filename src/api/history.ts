import { at, textAt } from '../lib/json.ts';
import type { HistoryJson, RemovedJson, RevisionJson } from '../wire/http.ts';
import { call } from './client.ts';
import { apiUrl } from './urls.ts';

/** One write of a document, an extension of the API (src/wire/config.ts). */
export type Revision = { id: string; author: string; time: Date; change: RevisionJson['change'] };

/** A removed document. */
export type Removed = { kind: string; name: string; author: string; time: Date };

const listAt = <T>(json: unknown, key: string): readonly Partial<T>[] => {
  const found = at(json, key);
  return Array.isArray(found) ? (found as Partial<T>[]) : [];
};

/** Newest first. */
export async function readHistory(kind: string, name: string, signal?: AbortSignal): Promise<readonly Revision[]> {
  const json = await call(apiUrl('postern/history/:kind/:name', { kind, name }), { signal });
  return listAt<HistoryJson['revisions'][number]>(json, 'revisions').map(
    ({ revision = '', author = '', time = '', change = 'updated' }) => ({
      id: revision,
      author,
      time: new Date(time),
      change,
    }),
  );
}

/** The document after a write, without its secrets. */
export const readRevision = async (kind: string, name: string, id: string, signal?: AbortSignal): Promise<string> =>
  textAt(await call(apiUrl('postern/history/:kind/:name/:id', { kind, name, id }), { signal }), 'content');

/** The latest first. */
export async function readRemoved(kind: string, signal?: AbortSignal): Promise<readonly Removed[]> {
  const json = await call(apiUrl('postern/history/:kind', { kind }), { signal });
  return listAt<RemovedJson['removed'][number]>(json, 'removed').map(({ name = '', author = '', time = '' }) => ({
    kind,
    name,
    author,
    time: new Date(time),
  }));
}
