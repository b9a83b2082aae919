import type { FastifyRequest } from 'fastify';
import { remoteAddressOf } from '../http/requestFacts.ts';

// Reasons for the log, of browsers and command lines alike.
export const NO_LOCAL = 'local auth disabled';
export const WRONG_ANSWER = 'invalid Webauthn response';

/** Fields of `user.login` that every local sign-in has. `user` is what somebody says they are called, or ''. */
export const signInFields = (request: FastifyRequest, user: string) => ({
  ...(user !== '' && { user }),
  method: 'local' as const,
  'addr.remote': remoteAddressOf(request),
});
