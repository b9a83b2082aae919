// Calls to an API server with an identity. Each uses a separate connection, directly or through an SSH server.
import { request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { parseJson, textAt } from '../../src/lib/json.ts';
import type { KubeIdentity } from '../../src/access/kubernetes.ts';
import { KUBE_NAME } from '../../src/wire/terminal/podAddress.ts';
import { limitInformation } from '../http/exchange.ts';
import { badRequest } from '../http/failures.ts';
import type { Dialer } from '../ssh/Dialer.ts';
import { TargetError } from '../terminal/target.ts';
import { keepsJsonLimits } from '../http/jsonValues.ts';
import { limitedBytes } from '../http/limitedText.ts';
import { withTimeLimit } from '../http/timeLimit.ts';
import { isTooLate, tlsOver } from '../http/tlsOver.ts';
import { withoutTrailingSlashes } from '../http/url.ts';
import { AnswerTooLong, KubernetesFault, type KubernetesStage } from './KubernetesFault.ts';
import { loginOf, type KubeLogin, type KubeTarget } from './login.ts';

export type KubeParts = { dialer: Pick<Dialer, 'dial'> };
export type KubeQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Until an answer begins, or a JSON answer is complete. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Parsing more would block the event loop too long. A pod has about 300 values. */
const JSON_MAX_BYTES = 4_000_000;
const VALUES_MAX = 60_000;
/** Limit of the body of a refusal. */
const REFUSAL_MAX_BYTES = 64 * 1024;
/** Limit of a text of the API server. */
const WORDS_MAX_CHARS = 300;

export class KubeClient {
  #parts: KubeParts;
  #login: KubeLogin;
  #identity: KubeIdentity | undefined;

  private constructor(parts: KubeParts, login: KubeLogin, identity: KubeIdentity | undefined) {
    this.#parts = parts;
    this.#login = login;
    this.#identity = identity;
  }

  /**
   * Without `identity`, the gateway calls as itself. Rejects with a KubernetesFault if the kubeconfig cannot be used.
   */
  static async open(parts: KubeParts, target: KubeTarget, identity?: KubeIdentity, signal?: AbortSignal) {
    return new KubeClient(parts, await loginOf(target, signal), identity);
  }

  /** `host:port` of the API server. */
  get address(): string {
    return `${this.#login.server.hostname}:${this.#port}`;
  }

  /** The encoded path and query. Throws 400 if a part of the path is not a name. */
  pathOf(parts: readonly string[], query: KubeQuery = {}): string {
    const base = withoutTrailingSlashes(this.#login.server.pathname);
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([key, value]) =>
        (value === undefined ? [] : Array.isArray(value) ? value : [value]).map((each) => [key, String(each)]),
      ),
    ).toString();
    return `${base}/${parts.map(kubeName).join('/')}${search && `?${search}`}`;
  }

  /**
   * The JSON of an answer. Rejects with a KubernetesFault for invalid answers, and with AnswerTooLong above the limits.
   */
  async json(parts: readonly string[], query: KubeQuery, signal?: AbortSignal): Promise<unknown> {
    const all = withTimeLimit(ANSWER_TIMEOUT_MS, ...(signal ? [signal] : []));
    const answer = await this.stream(parts, query, all);
    const body = await bytesOf(answer, JSON_MAX_BYTES, all);
    if (!(await keepsJsonLimits(body, { values: VALUES_MAX })))
      throw new AnswerTooLong(`has more than ${VALUES_MAX} values`);
    const json = parseJson(body.toString('utf8'));
    if (json !== undefined) return json;
    throw new KubernetesFault('list', 'The API server did not answer with JSON. Check the address in the kubeconfig.');
  }

  /** The body of a successful answer as a stream. Destroying it, or `signal`, ends the call. */
  async stream(parts: readonly string[], query: KubeQuery, signal: AbortSignal): Promise<IncomingMessage> {
    const [path, headers] = [this.pathOf(parts, query), this.headers];
    const connection = await this.connect(signal);
    const late = setTimeout(() => connection.destroy(new Error('no answer in time')), ANSWER_TIMEOUT_MS);
    connection.once('close', () => clearTimeout(late));
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const call = overConnection(connection, () =>
        request({
          createConnection: () => connection,
          method: 'GET',
          path,
          headers: { ...headers, accept: 'application/json, */*', connection: 'close' },
          signal,
          host: this.#login.server.host,
        }),
      );
      call.once('error', (error) => {
        connection.destroy();
        reject(this.#broken(error, signal));
      });
      limitInformation(call);
      call.once('response', resolve);
      call.end();
    });
    answer.once('close', () => connection.destroy());
    const { statusCode = 0 } = answer;
    if (statusCode >= 200 && statusCode < 300) {
      clearTimeout(late); // a log may take any time, a refusal not
      return answer;
    }
    const words = await bytesOf(answer, REFUSAL_MAX_BYTES, signal).catch(() => '');
    throw this.refusalOf(statusCode, words.toString());
  }

  /** The credentials, and the impersonated identity. */
  get headers(): Record<string, string | string[]> {
    const { server, headers } = this.#login;
    const identity = this.#identity;
    return {
      host: server.host,
      ...headers,
      ...(identity && { 'impersonate-user': headerText(identity.user) }),
      ...(identity && identity.groups.length > 0 && { 'impersonate-group': identity.groups.map(headerText) }),
    };
  }

  /** A connection that is ready for HTTP. */
  async connect(signal?: AbortSignal): Promise<Duplex> {
    const { server, tls, through } = this.#login;
    const host = server.hostname.replace(/^\[|\]$/g, '');
    const raw = await this.#parts.dialer.dial({ host, port: this.#port }, through, signal).catch((error: unknown) => {
      throw new KubernetesFault(
        'connect',
        'The API server cannot be reached. Check the address in the kubeconfig and the network of the gateway.',
        error instanceof TargetError ? error.message : '',
      );
    });
    if (server.protocol === 'http:') return raw;
    return tlsOver(raw, host, tls, signal).catch((error: unknown) => {
      if (signal?.aborted) throw new KubernetesFault('connect', 'The client has disconnected.');
      throw isTooLate(error)
        ? new KubernetesFault('connect', 'The API server did not complete the TLS handshake in time.')
        : tlsFault(error);
    });
  }

  /** The fault for a status of the API server. */
  refusalOf(status: number, body: string): KubernetesFault {
    const words = (textAt(parseJson(body), 'message') || body).replace(/\s+/g, ' ').slice(0, WORDS_MAX_CHARS);
    const fault = (stage: KubernetesStage, message: string) => new KubernetesFault(stage, message, words, status);
    if (status === 401) {
      this.#login.expire?.();
      return fault('login', 'The cluster does not accept the credentials of the gateway. Renew its kubeconfig.');
    }
    const stage = words.includes('cannot impersonate') ? 'login' : 'list';
    if (status === 403) return fault(stage, `The cluster refused ${identityLabel(this.#identity)}.`);
    if (status === 404) return fault('list', 'The cluster does not have it.');
    return fault('list', `The API server answered with the status ${status}.`);
  }

  get #port(): number {
    const { port, protocol } = this.#login.server;
    return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  }

  #broken(error: Error, signal: AbortSignal): KubernetesFault {
    if (signal.aborted) return new KubernetesFault('connect', 'The API server did not answer in time.');
    if ('code' in error && String(error.code).startsWith('ERR_SSL')) return tlsFault(error);
    const words = error.message.slice(0, WORDS_MAX_CHARS);
    return new KubernetesFault('connect', 'The connection to the API server broke.', words);
  }
}

/** Starts work over a connection. If it throws, as for a header with a line break, the connection ends. */
export function overConnection<Begun>(connection: Duplex, begin: () => Begun): Begun {
  try {
    return begin();
  } catch (error) {
    connection.on('error', () => undefined).destroy();
    throw error;
  }
}

const identityLabel = (identity: KubeIdentity | undefined): string => {
  if (!identity) return 'the account of the gateway';
  const groups = identity.groups.length > 0 ? ` with the groups ${identity.groups.join(', ')}` : ' without groups';
  return `the Kubernetes user ${identity.user}${groups}`;
};

const NOT_TRUSTED = /CERT|certificate|self.signed|UNABLE_TO_VERIFY|ALTNAME/i;

function tlsFault(error: unknown): KubernetesFault {
  const cause = `${textAt(error, 'code')} ${textAt(error, 'message')}`.trim().slice(0, WORDS_MAX_CHARS);
  const fault = (stage: KubernetesStage, message: string) => new KubernetesFault(stage, message, cause);
  if (/ALERT|alert/.test(cause))
    return fault('login', 'The API server ended the TLS handshake. It may want a client certificate.');
  if (!NOT_TRUSTED.test(cause)) return fault('connect', 'A TLS connection to the API server could not be made.');
  const check = 'Check certificate-authority-data and tls-server-name.';
  return fault('connect', `The certificate of the API server is not trusted. ${check}`);
}

/**
 * Returns the text if it is a Kubernetes name. Throws 400 otherwise. An API server decodes a path before it splits it:
 * an escaped slash would lead to a path that the roles do not allow.
 */
export function kubeName(text: string): string {
  if (KUBE_NAME.test(text)) return text;
  throw badRequest(`${JSON.stringify(text.slice(0, 300))} is not a name of Kubernetes.`);
}

/** A header value has no line breaks and no blanks at its ends. Other characters are sent as UTF-8. */
function headerText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  if (/[\0-\x1f\x7f]|^ | $/.test(text))
    throw new KubernetesFault('connect', 'A Kubernetes user or group has a control character, or a space at one end.');
  return Buffer.from(text, 'utf8').toString('latin1');
}

async function bytesOf(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  try {
    return await limitedBytes(answer, maxBytes, () => new AnswerTooLong(`is longer than ${maxBytes / 1e6} MB`));
  } catch (error) {
    if (error instanceof KubernetesFault) throw error;
    const why = signal.aborted ? 'The API server did not answer in time.' : 'The connection to the API server broke.';
    throw new KubernetesFault('connect', why);
  }
}
