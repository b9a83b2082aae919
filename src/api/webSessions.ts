import type { SignInMethod, WebSessionJson, WebSessionsJson } from '../wire/webSessions.ts';
import { call } from './client.ts';
import { isApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

/** A sign-in of a browser, with everything that it was renewed to. */
export type WebSession = {
  id: string;
  /** `Firefox on Linux`; empty where it is not known. */
  client: string;
  /** Empty where it is not known. */
  address: string;
  method: SignInMethod | undefined;
  /** Of the identity provider that signed the user in. */
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

/** `user`: whose; undefined: the caller's own, which need no rule. */
const urlOf = (user: string | undefined, query = {}): string =>
  user === undefined
    ? apiUrl('postern/sessions/web', {}, query)
    : apiUrl('postern/users/:user/sessions/web', { user }, query);

/** The most recently active one first. */
export async function fetchWebSessions(user: string | undefined, signal?: AbortSignal): Promise<WebSession[]> {
  const json = (await call(urlOf(user), { signal })) as Partial<WebSessionsJson> | null;
  return (json?.sessions ?? []).map(toWebSession);
}

/** Signs out one session. One that has ended meanwhile is no failure. */
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

/** Signs out every session of the user, the caller's present one too where it is theirs. */
export async function endAllWebSessions(user: string | undefined): Promise<void> {
  await call(urlOf(user), { method: 'DELETE' });
}

/** Signs out every own session but the present one. */
export async function endOtherWebSessions(): Promise<void> {
  await call(urlOf(undefined, { keep: 'current' }), { method: 'DELETE' });
}
