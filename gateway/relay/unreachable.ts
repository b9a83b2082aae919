import { errorMessage } from '../../src/lib/errorMessage.ts';
import { ApiFailure } from '../http/failures.ts';

/** Reasons why the cluster could not be reached, as text instead of error codes of OpenSSL and the system. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name cannot be resolved',
  EAI_AGAIN: 'its name could not be resolved',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'it is unreachable',
  ENETUNREACH: 'its network is unreachable',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  EPROTO: 'it does not speak TLS there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS there',
};

/** Certificates that no known authority has signed, or that are for another host, or expired. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
]);

/** One sentence about a failed request to the cluster. */
export function whyUnreachable(origin: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = errorMessage(error);
  if (UNTRUSTED.has(code)) {
    return `the certificate of the cluster at ${origin} is not trusted (${message}). Start with --insecure to accept it without verification`;
  }
  return `the cluster at ${origin} cannot be reached: ${REASONS[code] ?? message}`;
}

/** The answer for a call that could not be forwarded: a connection problem of http-auth §1.8. */
export const unreachable = (origin: string, error: unknown): ApiFailure =>
  new ApiFailure(504, whyUnreachable(origin, error));
