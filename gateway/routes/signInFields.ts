import type { FastifyRequest } from 'fastify';
import { remoteAddressOf } from '../http/requestFacts.ts';

// Reasons for the log, for browsers and command lines.
export const NO_LOCAL = 'local auth disabled';
export const WRONG_ANSWER = 'invalid Webauthn response';

/** The `user.login` fields of every local sign-in. `user` is the submitted name, or ''. */
export const signInFields = (request: FastifyRequest, user: string) => ({
  ...(user !== '' && { user }),
  method: 'local' as const,
  'addr.remote': remoteAddressOf(request),
});
