// The other cluster of a trust, with the calls that the gateway uses: it accepts one token and returns its name.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RootCluster = {
  /** `host:port` */
  address: string;
  /** Received requests, in order. */
  asked: readonly unknown[];
  server: Server;
};

/** Listens on loopback, without TLS. Returns the cluster name `name` to a caller with the token. */
export function startRootCluster(name: string, token: string): Promise<RootCluster> {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const question = JSON.parse(text) as { token: string };
      asked.push(question);
      const isKnown = question.token === token;
      response.writeHead(isKnown ? 200 : 403, { 'content-type': 'application/json' });
      const authority = { kind: 'cert_authority', spec: { type: 'host', cluster_name: name } };
      const certificate_authorities = [Buffer.from(JSON.stringify(authority)).toString('base64')];
      const refusal = { error: { message: 'access denied: the cluster token has been rejected' } };
      response.end(JSON.stringify(isKnown ? { certificate_authorities } : refusal));
    });
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ address: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server }),
    ),
  );
}
