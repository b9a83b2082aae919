import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { StartError } from '../startError.mjs';

/** How long the server waits for the user's answer in the browser. */
const EXPIRES_AFTER_MS = 180_000;
/** Longer than any answer of a server about a certificate. */
const ANSWER_MAX_CHARS = 1_000_000;

/**
 * @typedef {object} Certificates
 * @property {string} cert base64, as all texts here
 * @property {string} tls_cert
 * @property {{ domain_name?: string, checking_keys: string[], tls_certs: string[] }[]} host_signers
 * @property {{ login: string, reason: string }[]} [logins_left_out] logins missing in `cert`, only from a gateway
 */

/**
 * Requests certificates and waits until the user has answered in the browser. Throws a StartError with a suggested fix.
 * @param {URL} url
 * @param {{ user: string, key: import('./makeKey.mjs').EphemeralKey, ttlMs: number, insecure: boolean }} options
 * @returns {Promise<Certificates>}
 */
export async function askCertificates(url, { user, key, ttlMs, insecure }) {
  const startedMs = Date.now();
  const { status, text } = await exchange(new URL('/v1/webapi/ssh/certs', url), insecure, {
    user,
    headless_id: key.id,
    pub_key: Buffer.from(key.publicLine).toString('base64'),
    ttl: (ttlMs || 12 * 3600_000) * 1e6, // nanoseconds
  });
  const json = readJson(text);
  if (status === 200 && typeof json?.cert === 'string') return json;
  const message = json?.error?.message ?? '';
  if (status === 403 && /headless authentication failed/.test(message)) {
    throw new StartError(
      Date.now() - startedMs >= EXPIRES_AFTER_MS
        ? `the sign-in of ${user} was not approved in time. Run the command again`
        : `the sign-in of ${user} was denied. Nothing was written`,
    );
  }
  throw new StartError(`the server at ${url.origin} refused: ${message || `status ${status}`}`);
}

/**
 * Resolves if the server supports headless sign-in. Throws a StartError with a suggested fix.
 * @param {URL} url
 * @param {boolean} insecure
 */
export async function requireHeadless(url, insecure) {
  const { status, text } = await exchange(new URL('/v1/webapi/ping/headless', url), insecure);
  const auth = readJson(text)?.auth;
  if (status !== 200 || !auth) {
    throw new StartError(`${url.origin} answers, but is not a gateway or a cluster (status ${status}). See --url`);
  }
  if (auth.allow_headless !== true) {
    throw new StartError(
      `${url.origin} does not accept hardware keys (second factor: ${auth.second_factor}), which are required for approval`,
    );
  }
}

/**
 * @param {URL} url
 * @param {boolean} insecure
 * @param {object} [body] sent as JSON by POST
 * @returns {Promise<{ status: number, text: string }>}
 */
function exchange(url, insecure, body) {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const fail = (/** @type {Error & { code?: string }} */ error) =>
      reject(new StartError(explain(url, error.code ?? '', error.message)));
    const call = request(
      url,
      {
        method: body ? 'POST' : 'GET',
        ...(body && { headers: { 'content-type': 'application/json' } }),
        rejectUnauthorized: !insecure,
        agent: false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (/** @type {string} */ part) => {
          text += part;
          if (text.length > ANSWER_MAX_CHARS) response.destroy(new Error('the answer is too long'));
        });
        response.on('error', fail);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    call.on('error', fail);
    call.end(body && JSON.stringify(body));
  });
}

/**
 * @param {URL} url
 * @param {string} code
 * @param {string} message
 */
function explain(url, code, message) {
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
    return `the certificate of ${url.origin} is not trusted (${message}). --insecure accepts it without verification`;
  }
  if (code === 'EPROTO') return `${url.origin} does not use TLS. Give its address with http://`;
  return `${url.origin} cannot be reached (${message}). Use --url to set another address`;
}

/** @param {string} text */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
