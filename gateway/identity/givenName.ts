import { isResourceName } from '../../src/access/checkMetadata.ts';
import { isSystemUser } from '../audit/events.ts';
import type { JsonObject } from '../http/body.ts';

/** Longer than anybody's name. */
const NAME_MAX = 1024;
/** Of new users: the name is in the session cookie, and browsers drop one above 4 KiB. */
const NEW_NAME_MAX = 255;

/**
 * The name that somebody who is not signed in gives, fit to be looked up and logged: the database takes no NUL, and the
 * log no megabytes. What stands for either is in no account's name, so that such a text stays nobody's.
 */
export function givenName(sent: JsonObject): string {
  const name = sent.text('user').replaceAll('\0', '\u{fffd}');
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
}

/** Why no user may have this name, whoever makes the account: an administrator, or the sign-in through a provider. */
export function userNameFault(name: string): string | undefined {
  const { length } = name;
  if (length > NEW_NAME_MAX) return `a user name has at most ${NEW_NAME_MAX} characters, this one has ${length}`;
  if (!isResourceName(name)) return `user name "${name}" contains characters that are not allowed`;
  return isSystemUser(name) ? `user name "${name}" is reserved for the gateway in the audit log` : undefined;
}
