// Requests of enrollment other than join tokens. They have their own file, since the first list loads files such as
// users.ts.
import { textAt } from '../lib/json.ts';
import { LIST_LIMIT_MAX } from '../wire/constants.ts';
import { quote } from '../wire/predicate/literals.ts';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import type { Revised } from './documents.ts';
import { fetchRows, wholeList } from './lists.ts';
import { apiUrl } from './urls.ts';
import { readUser, saveUserBody, type User } from './users.ts';

/** A list request for exactly this name: a search also finds labels and parts of names (http-resources §1.5). */
export const named = (name: string) => ({ limit: 10, query: `name == ${quote(name)}` });

/** One user with their traits (http-auth §10). */
export const fetchUser = async (name: string, signal?: AbortSignal): Promise<User> =>
  readUser(await call(apiUrl('users/:name', { name }), { signal }));

/** Writes roles and traits of an existing user. */
export async function saveUser(user: User): Promise<void> {
  await call(apiUrl('users'), { method: 'PUT', body: saveUserBody(user) });
}

/** Creates a document of a kind (src/wire/config.ts: `DOCUMENTS`). Refused with 409 if the name is taken. */
export async function createDocument(kind: string, body: { content: string }): Promise<Revised> {
  const json = await call(apiUrl('postern/documents/:kind', { kind }), { method: 'POST', body });
  return { json, revision: textAt(json, 'revision') };
}

/** Creates a role. `content` is its YAML (http-resources §11.1). Refused with 409 if the name is taken. */
export async function createRole(content: string): Promise<void> {
  await call(apiUrl('roles'), { method: 'POST', body: { content } });
}

/** The YAML of a role on the server, or undefined if there is none. There is no endpoint for one role. */
export async function fetchRoleText(name: string): Promise<string | undefined> {
  const toRole = (json: unknown) => ({ name: textAt(json, 'name'), text: textAt(json, 'content') });
  const { rows } = await fetchRows(wholeList('roles', toRole, 'items'), {}, { limit: LIST_LIMIT_MAX });
  return rows.find((role) => role.name === name)?.text;
}

/** The thumbprint, as hex digits, of the certificate that AWS sees at this cluster's address (http-resources §14.2). */
export async function fetchThumbprint(): Promise<string> {
  const answer = await call(apiUrl('thumbprint'));
  if (typeof answer !== 'string') throw new ApiError('The server’s answer is not a thumbprint', 200);
  return answer;
}
