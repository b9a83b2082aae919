import type { SignInMethod, WebSessionJson, WebSessionsJson } from '../wire/webSessions.ts';
import { call } from './client.ts';
import { isApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

/** A sign-in of a browser with all its renewals. */
export type WebSession = {
  id: string;
  /** `Firefox on Linux`. Empty if unknown. */
  client: string;
  /** Empty if unknown. */
  address: string;
  method: SignInMethod | undefined;
  /** The connector of the identity provider that signed the user in. */
  connector: string | undefined;
  /** The session of this browser. */
  isCurrent: boolean;
  createdDate: Date;
  lastActiveDate: Date;
  expiresDate: Date;
};

const toWebSession = (json: Partial<WebSessionJson>): WebSession => ({
  id: json.id ?? '',
  client: json.client ?? '',
  address: json.address ?? '',
  method: json.method,
  connector: json.connector,
  isCurrent: json.current ?? false,
  createdDate: new Date(json.created ?? Number.NaN),
  lastActiveDate: new Date(json.lastActive ?? Number.NaN),
  expiresDate: new Date(json.expires ?? Number.NaN),
});

/** `user`: the owner of the sessions. Undefined: the caller's own, which require no rule. */
const urlOf = (user: string | undefined, query = {}): string =>
  user === undefined
    ? apiUrl('postern/sessions/web', {}, query)
    : apiUrl('postern/users/:user/sessions/web', { user }, query);

/** The most recently active session first. */
export async function fetchWebSessions(user: string | undefined, signal?: AbortSignal): Promise<WebSession[]> {
  const json = (await call(urlOf(user), { signal })) as Partial<WebSessionsJson> | null;
  return (json?.sessions ?? []).map(toWebSession);
}

/** Signs out one session. Resolves if it has already ended. */
export async function endWebSession(user: string | undefined, id: string): Promise<void> {
  const url =
    user === undefined
      ? apiUrl('postern/sessions/web/:id', { id })
      : apiUrl('postern/users/:user/sessions/web/:id', { user, id });
  try {
    await call(url, { method: 'DELETE' });
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
  }
}

/** Signs out every session of the user, including the caller's current one if it is theirs. */
export async function endAllWebSessions(user: string | undefined): Promise<void> {
  await call(urlOf(user), { method: 'DELETE' });
}

/** Signs out all of the caller's sessions except the current one. */
export async function endOtherWebSessions(): Promise<void> {
  await call(urlOf(undefined, { keep: 'current' }), { method: 'DELETE' });
}
