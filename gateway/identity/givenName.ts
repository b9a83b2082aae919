import { isResourceName } from '../../src/access/checkMetadata.ts';
import { isSystemUser } from '../audit/events.ts';
import type { JsonObject } from '../http/body.ts';

/** Longer than any user name. */
const NAME_MAX = 1024;
/** The limit for new users: the name is in the session cookie, and browsers drop cookies above 4 KiB. */
const NEW_NAME_MAX = 255;

/**
 * The name that a user who is not signed in submits, made safe for lookups and logs: the database accepts no NUL, and
 * the log no megabytes. No account name contains the replacement characters, so a changed text matches no account.
 */
export function givenName(sent: JsonObject): string {
  const name = sent.text('user').replaceAll('\0', '\u{fffd}');
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
}

/** Why no user may have this name, whether an administrator or a sign-in through a provider creates the account. */
export function userNameFault(name: string): string | undefined {
  const { length } = name;
  if (length > NEW_NAME_MAX) return `a user name has at most ${NEW_NAME_MAX} characters, this one has ${length}`;
  if (!isResourceName(name)) return `user name "${name}" contains characters that are not allowed`;
  return isSystemUser(name) ? `user name "${name}" is reserved for the gateway in the audit log` : undefined;
}
