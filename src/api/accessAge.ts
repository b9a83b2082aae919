import { ACCESS_AT_ONCE } from '../wire/config.ts';
import { config } from './config.ts';

/** When a change of roles reaches the people who hold them. */
const atOnce = config.extensions.includes(ACCESS_AT_ONCE);

/** `… lose it at once`. */
export const ACCESS_CHANGES = atOnce ? 'at once' : 'at their next renewal, at most 10 minutes from now';

/** A sentence of its own. */
export const ACCESS_CHANGES_SENTENCE = atOnce
  ? 'At once, with their next call.'
  : 'At their next sign-in or renewal, at most 10 minutes from now.';
