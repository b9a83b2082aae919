import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Cluster } from './cluster.ts';
import type { Client } from './proxyProtocol.ts';

export type Page = { status: number; headers: IncomingHttpHeaders; text: string };

/** A whole small answer of the cluster, for a client or for the gateway itself. Rejects where there is none. */
export function get(
  cluster: Cluster,
  path: string,
  headers: OutgoingHttpHeaders,
  silenceMaxMs: number,
  client?: Client,
): Promise<Page> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, host: cluster.host };
    const request = cluster.request({ method: 'GET', path, headers: all, silenceMaxMs, ...(client && { client }) });
    request.on('error', reject);
    request.once('response', (answer) => {
      const { statusCode: status = 0, headers: answered } = answer;
      text(answer).then((body) => resolve({ status, headers: answered, text: body }), reject);
    });
    request.end();
  });
}
