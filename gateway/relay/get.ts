import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Cluster } from './cluster.ts';
import type { Client } from './proxyProtocol.ts';

const PAGE_MAX_BYTES = 4 * 1024 * 1024;

export type Page = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * A whole small answer of the cluster, for a client or for the gateway itself. Rejects where there is none after
 * `limitMs`, or more than a page has.
 */
export function get(
  cluster: Cluster,
  path: string,
  headers: OutgoingHttpHeaders,
  limitMs: number,
  client?: Client,
): Promise<Page> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, host: cluster.host };
    const request = cluster.request({ method: 'GET', path, headers: all, ...(client && { client }) });
    const late = setTimeout(() => request.destroy(new Error(`no whole answer after ${limitMs / 1000} s`)), limitMs);
    const fail = (error: Error) => {
      clearTimeout(late);
      reject(error);
    };
    request.on('error', fail);
    request.once('response', (answer) => {
      const { statusCode: status = 0, headers: answered } = answer;
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > PAGE_MAX_BYTES) request.destroy(new Error(`an answer of more than ${PAGE_MAX_BYTES} bytes`));
      });
      text(answer).then((body) => {
        clearTimeout(late);
        resolve({ status, headers: answered, text: body });
      }, fail);
    });
    request.end();
  });
}
