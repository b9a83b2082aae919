import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { limitedText } from '../http/limitedText.ts';
import type { Cluster } from './cluster.ts';
import type { Client } from './proxyProtocol.ts';

const PAGE_MAX_BYTES = 4 * 1024 * 1024;

export type Page = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * Reads a whole small answer of the cluster, for a client or for the gateway itself. Rejects if there is none within
 * `limitMs`, if it is larger than a page, or when `gone` aborts.
 */
export function get(
  cluster: Cluster,
  path: string,
  headers: OutgoingHttpHeaders,
  limitMs: number,
  client?: Client,
  signal?: AbortSignal,
): Promise<Page> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, host: cluster.host };
    const request = cluster.request({ method: 'GET', path, headers: all, signal, ...(client && { client }) });
    const late = setTimeout(() => request.destroy(new Error(`no whole answer after ${limitMs / 1000} s`)), limitMs);
    // Node closes a connection that switches protocols unasked without an error.
    const fail = () => reject(new Error('it closed the connection'));
    request.once('close', fail).once('close', () => clearTimeout(late));
    request.on('error', reject);
    request.once('response', (answer) => {
      request.off('close', fail);
      const { statusCode: status = 0, headers: answered } = answer;
      limitedText(answer, PAGE_MAX_BYTES, () => new Error(`an answer of more than ${PAGE_MAX_BYTES} bytes`)).then(
        (text) => resolve({ status, headers: answered, text }),
        reject,
      );
    });
    request.end();
  });
}
