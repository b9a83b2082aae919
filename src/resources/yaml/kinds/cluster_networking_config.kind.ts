import { code, phrase } from '../../../lib/sentence.ts';
import { dangerous, plain, settingsKind, type Meaning } from './kindReview.ts';

/** `0s` and an absent value mean the same: no limit. */
const limit = (value: unknown): string | undefined =>
  typeof value === 'string' && !/^0[a-z]*$|^never$|^$/.test(value) ? value : undefined;

const ends = (subject: string): Meaning => {
  return (value, before) => {
    const after = limit(value);
    if (after !== undefined) return plain(phrase`${subject} end after ${code(after)} without input`);
    return limit(before) === undefined ? undefined : dangerous(`${subject} no longer end when idle`);
  };
};

const MEANINGS: Readonly<Record<string, Meaning>> = {
  client_idle_timeout: ends('Terminals'),
  web_idle_timeout: ends('Sign-ins'),
  idle_timeout_message: (value) =>
    typeof value === 'string' && value !== ''
      ? plain('Users whose session ends when idle see the message')
      : plain('Users whose session ends when idle see the default message'),
};

export default settingsKind(MEANINGS, 'At once for sign-ins. Terminals use it from the next one on.');
