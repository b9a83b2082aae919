import { code, words } from '../../../lib/sentence.ts';
import type { EditorKind } from './kind.ts';
import { dangerous, plain, reviewSettings, type Meaning } from './kindReview.ts';

/** `0s` and nothing are the same: no limit. */
const limit = (value: unknown): string | undefined =>
  typeof value === 'string' && !/^0[a-z]*$|^never$|^$/.test(value) ? value : undefined;

const ends = (what: string): Meaning => {
  return (value, before) => {
    const after = limit(value);
    if (after !== undefined) return plain(words`${what} end after ${code(after)} without a key`);
    return limit(before) === undefined ? undefined : dangerous(`${what} do not end for being idle any more`);
  };
};

const MEANINGS: Readonly<Record<string, Meaning>> = {
  client_idle_timeout: ends('Terminals'),
  web_idle_timeout: ends('Sign-ins'),
  idle_timeout_message: (value) =>
    typeof value === 'string' && value !== ''
      ? plain('Whoever is let go for being idle reads the message')
      : plain('Whoever is let go for being idle reads the usual words'),
};

const kind: EditorKind = {
  review: (before, after) => reviewSettings(MEANINGS, before, after),
  takesEffect: 'At once for sign-ins, with the next terminal for terminals.',
};
export default kind;
