// The leaf's side of a trust: sends the token and this cluster's authorities to the root cluster (http-resources §19).
import http from 'node:http';
import https from 'node:https';
import { WIRE_VERSION } from '../../src/wire/constants.ts';
import { isResourceName } from '../../src/access/checkMetadata.ts';
import { isObject, parseJson, textAt } from '../../src/lib/json.ts';
import { faultAt } from '../../src/wire/documentFault.ts';
import { ApiFailure, badDocument } from '../http/failures.ts';
import { limitedText } from '../http/limitedText.ts';

const TIMEOUT_MS = 15_000;
const ANSWER_MAX_BYTES = 1_000_000;

type Question = {
  /** `host:port` of the other cluster's web proxy. The default port is 443. */
  address: string;
  token: string;
  /** Documents of this cluster's authorities, without private keys. */
  authorities: readonly object[];
};

/** Name of the cluster that has accepted the token. Rejects with the wire's refusal. */
export async function askRoot({ address, token, authorities }: Question): Promise<string> {
  if (address === '') throw unreachable('http: no Host in request URL');
  const body = JSON.stringify({
    token,
    certificate_authorities: authorities.map((authority) => Buffer.from(JSON.stringify(authority)).toString('base64')),
    teleport_version: WIRE_VERSION,
  });
  const answer = await send(address, body);
  const read = parseJson(answer.text);
  if (answer.status !== 200) {
    const message = textAt(read, 'error', 'message');
    if (message === '') throw unreachable(`${address} answered ${answer.status}: it is not a proxy of a cluster`);
    throw badDocument(faultAt(message, 'spec', answer.status === 403 ? 'token' : 'web_proxy_addr'), answer.status);
  }
  return clusterIn(read);
}

/** A cluster has one for users, one for hosts, and a few more during a rotation. */
const AUTHORITIES_MAX = 16;
const NAME_LENGTH_MAX = 255;

/** Every authority of an answer contains the name of its cluster. */
function clusterIn(answer: unknown): string {
  const sent = isObject(answer) ? answer['certificate_authorities'] : undefined;
  const documents: readonly unknown[] = Array.isArray(sent) && sent.length <= AUTHORITIES_MAX ? sent : [];
  const names = documents.map((entry) => {
    const document = typeof entry === 'string' ? parseJson(Buffer.from(entry, 'base64').toString('utf8')) : undefined;
    return textAt(document, 'spec', 'cluster_name');
  });
  const [name = ''] = names;
  const isName = isResourceName(name) && !name.includes('/') && name !== '' && name.length <= NAME_LENGTH_MAX;
  if (!isName || names.some((other) => other !== name))
    throw wrongAddress('the other cluster accepted the token, but its answer does not name the cluster', 400);
  return name;
}

type Answer = { status: number; text: string };

/** Uses TLS. A gateway on this machine may use plain HTTP, its default. */
async function send(address: string, body: string): Promise<Answer> {
  const target = toUrl(address);
  try {
    return await post(target, body);
  } catch (error) {
    const plain = new URL(target);
    plain.protocol = 'http:';
    if (isPlain(error) && LOOPBACK.test(target.hostname)) return post(plain, body).catch(refuse);
    return refuse(error);
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function toUrl(address: string): URL {
  const url = `https://${address}/v1/webapi/trustedclusters/validate`;
  if (!URL.canParse(url) || new URL(url).host === '' || /[/?#@\\]/.test(address))
    throw badDocument(`spec.web_proxy_addr: expected host:port, got "${address}"`);
  return new URL(url);
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The other side did not answer the TLS handshake with TLS. */
const isPlain = (error: unknown): boolean => /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|EPROTO/.test(codeOf(error));

const BAD_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/;

function refuse(error: unknown): never {
  if (error instanceof ApiFailure) throw error;
  throw BAD_CERTIFICATE.test(codeOf(error))
    ? wrongAddress('the trusted cluster uses misconfigured HTTP/TLS certificate.', 403)
    : unreachable(dialText(error));
}

/** The reference's text, or for other errors the system's. */
function dialText(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  if (!('address' in error && 'port' in error) || codeOf(error) !== 'ECONNREFUSED') return error.message;
  return `dial tcp ${String(error.address)}:${String(error.port)}: connect: connection refused`;
}

const wrongAddress = (message: string, status: number) =>
  badDocument(faultAt(message, 'spec', 'web_proxy_addr'), status);
const unreachable = (message: string) => wrongAddress(message, 504);

function post(url: URL, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (response) => {
        limitedText(response, ANSWER_MAX_BYTES, () => new Error('the answer is too long')).then(
          (text) => resolve({ status: response.statusCode ?? 0, text }),
          reject,
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
