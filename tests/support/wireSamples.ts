// What several tests get from a server or a browser, as it is on the wire.
import type { QueryAnswer } from '../../src/wire/query/messages.ts';

/** A session of the query console has begun. */
export const QUERY_READY = {
  type: 'ready',
  sid: 's0',
  protocol: 'postgres',
  version: '15.18',
  user: 'ann',
  database: 'shop',
  recorded: true,
} as const satisfies QueryAnswer;

/** What a hardware key has signed. */
export const ASSERTION = {
  id: 'a',
  type: 'public-key',
  rawId: 'a',
  response: { authenticatorData: 'b', clientDataJSON: 'c', signature: 'd' },
} as const;
