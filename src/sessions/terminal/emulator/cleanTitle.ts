/** More would not fit beside the name of a session. */
const MAX_CHARACTERS = 80;

/** Control characters, and those that turn the direction of what follows. */
// eslint-disable-next-line no-control-regex
const UNSHOWN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Shells put this before what tells one from another; the name of the session has it. */
const LOGIN_AND_HOST = /^[^\s@]+@[^\s:]+:\s*/;

/** A title that a program gave its window, as it can stand beside the name of the session. */
export function cleanTitle(title: string): string {
  const text = title.replace(UNSHOWN, '').replace(LOGIN_AND_HOST, '').trim();
  return Array.from(text).slice(0, MAX_CHARACTERS).join('');
}
