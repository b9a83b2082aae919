import type { JsonObject } from '../http/body.ts';

/** Longer than anybody's name. */
const NAME_MAX = 1024;

/**
 * The name that somebody who is not signed in gives, fit to be looked up and logged: the database takes no NUL, and the
 * log no megabytes. What stands for either is in no account's name, so that such a text stays nobody's.
 */
export function givenName(sent: JsonObject): string {
  const name = sent.text('user').replaceAll('\0', '\u{fffd}');
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
}
