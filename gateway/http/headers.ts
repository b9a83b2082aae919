// Response headers of http-auth §1.9. The policy for pages is stricter than the reference's.
import type { FastifyReply } from 'fastify';

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '1; mode=block',
};
const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains';

const NO_STORE = { 'cache-control': 'no-cache, no-store, must-revalidate', pragma: 'no-cache', expires: '0' };

/** Built files carry a hash of their content in their names. */
export const ASSET_CACHE_CONTROL = 'max-age=31536000, immutable';

/** The headers of every answer. Over plain HTTP a browser ignores transport security, so it is not sent. */
export function setSecurityHeaders(reply: FastifyReply, encrypted: boolean): void {
  reply.headers(SECURITY_HEADERS);
  if (encrypted) reply.header('strict-transport-security', TRANSPORT_SECURITY);
}

/** API answers, pages and settings are never stored. */
export const setNoStore = (reply: FastifyReply): void => void reply.headers(NO_STORE);

export type PagePolicy = {
  /** New for every answer: elements with the nonce may add styles. */
  nonce: string;
  /** Further origins that the page may call. */
  connect?: readonly string[];
  /** Further hosts to which the page may send a form. */
  formTargets?: readonly string[];
  /** The dev server adds inline scripts with the nonce, workers from blobs and its own socket. */
  dev?: boolean;
};

/**
 * The policy of a console page: no inline code except styles with the nonce, and nothing from other origins. Websockets
 * of the same origin match 'self'. `style-src-attr` is for the YAML editor, which positions its lines that way.
 */
export function pageSecurityPolicy({ nonce, connect = [], formTargets = [], dev = false }: PagePolicy): string {
  const forDev = (...sources: string[]) => (dev ? sources : []);
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...forDev(`'nonce-${nonce}'`)],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connect, ...forDev('ws:')],
    'worker-src': ["'self'", ...forDev('blob:')],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...formTargets],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** The policy of answers that only redirect the browser. */
export const REDIRECT_SECURITY_POLICY =
  "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'";
