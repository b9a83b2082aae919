// Join tokens for enrollment (http-resources §12.1, §18), and the progress of a join.
import { at, textAt } from '../lib/json.ts';
import { readTime } from '../wire/http.ts';
import { RESOURCE_ID_LABEL, type JoinTokenJson } from '../wire/joinTokens.ts';
import { call } from './client.ts';
import { ApiError, isApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

export type JoinRole = 'Node' | 'App' | 'Db' | 'Kube' | 'WindowsDesktop';

export type JoinTokenRequest = {
  role: JoinRole;
  /** Labels for the server. Only the bundled gateway accepts them. */
  labels?: Readonly<Record<string, string>>;
  /** Labels of the databases that the agent serves. */
  matchers?: Readonly<Record<string, readonly string[]>>;
};

export type NewJoinToken = {
  /** The secret. */
  token: string;
  /** As `readNewExpiry` reads it. */
  expires: Date | undefined;
  /** Value of the label that identifies the joined resource. */
  resourceId: string;
};

/** The end of a new secret. Undefined without one, or if the clocks of server and computer differ too much for it. */
export function readNewExpiry(text: string | undefined): Date | undefined {
  const expires = readTime(text);
  return expires && expires.getTime() > Date.now() ? expires : undefined;
}

/** Valid for four hours. Rejects if the response has no label to find the resource by. */
export async function createJoinToken({ role, labels, matchers }: JoinTokenRequest): Promise<NewJoinToken> {
  const json = (await call(apiUrl('token'), {
    method: 'POST',
    body: {
      roles: [role],
      join_method: 'token',
      allow: [],
      suggested_agent_matcher_labels: matchers ?? {},
      ...(labels && Object.keys(labels).length > 0 && { labels }),
    },
  })) as Partial<JoinTokenJson>;
  const resourceId = json.suggestedLabels?.find(({ name }) => name === RESOURCE_ID_LABEL)?.value;
  if (!json.id || !resourceId) throw new ApiError('The server’s answer has no label to find the resource by', 200);
  return { token: json.id, expires: readNewExpiry(json.expiry), resourceId };
}

/** Search text for the resource that joined with a token. */
export const joinedSearch = (resourceId: string): string => `${RESOURCE_ID_LABEL} ${resourceId}`;

/** A report of a machine during its join. An extension that only the bundled gateway has. */
export type JoinReport = { step: string; text: string; hostname: string; ok: boolean };

/** Empty if the server does not know. */
export async function fetchJoinReports(token: string, signal: AbortSignal): Promise<JoinReport[]> {
  try {
    const joins = at(await call(apiUrl('postern/tokens/:token/joins', { token }), { signal }), 'joins');
    return (Array.isArray(joins) ? joins : []).map((json: unknown) => ({
      step: textAt(json, 'step'),
      text: textAt(json, 'text'),
      hostname: textAt(json, 'hostname'),
      ok: at(json, 'ok') === true,
    }));
  } catch (error) {
    if (isApiError(error)) return [];
    throw error;
  }
}
