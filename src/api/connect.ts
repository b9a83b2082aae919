// How the gateway reaches a resource, as set in the console. An extension: `CONNECT_SETTINGS` of src/wire/config.ts.
import type { ConnectJson, ConnectKind, ConnectValues } from '../wire/connect.ts';
import { call } from './client.ts';
import { apiUrl } from './urls.ts';

const PATH = 'postern/connect/:kind/:name';

/** Secrets are `true` if they are set. */
export const readConnect = async <K extends ConnectKind>(
  kind: K,
  name: string,
  signal?: AbortSignal,
): Promise<ConnectJson<K>> => (await call(apiUrl(PATH, { kind, name }), { signal })) as ConnectJson<K>;

/**
 * Replaces the settings. A secret that is left out, or `true` as it was read, stays unchanged. `null` removes it. An
 * error is 400 with the path of the field, also if secrets must be entered again because the address has changed.
 */
export const saveConnect = async <K extends ConnectKind>(
  kind: K,
  name: string,
  connect: ConnectValues[K],
): Promise<ConnectJson<K>> => (await saveConnectJson(kind, name, connect)) as ConnectJson<K>;

/**
 * The same for settings of any kind, as a form has them. Refused with 409 without a write if `revision` is not current.
 */
export const saveConnectJson = (
  kind: ConnectKind,
  name: string,
  connect: object,
  revision?: string,
): Promise<unknown> =>
  call(apiUrl(PATH, { kind, name }), { method: 'PUT', body: { connect, ...(revision !== undefined && { revision }) } });

/** Also ends the sessions that use them. */
export async function removeConnect(kind: ConnectKind, name: string): Promise<void> {
  await call(apiUrl(PATH, { kind, name }), { method: 'DELETE' });
}
