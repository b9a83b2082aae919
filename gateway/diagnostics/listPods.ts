// One request to the API of a Kubernetes cluster: the pods of a namespace, as somebody else (http-resources §13.3).
import { request as send } from 'node:http';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { textAt } from '../../src/lib/json.ts';
import type { KubeCredentials } from './kubeCredentials.ts';

export type KubeAnswer = { status: number; message: string };

type Request = {
  credentials: KubeCredentials;
  /** An open connection to the server, without TLS. */
  connection: Duplex;
  namespace: string;
  user: string;
  groups: readonly string[];
  signal: AbortSignal;
};

const ANSWER_MAX_BYTES = 100_000;
const MESSAGE_MAX_CHARS = 500;

/** `message`: why the cluster refuses. Rejects where the connection or TLS fails. */
export async function listPods({
  credentials,
  connection,
  namespace,
  user,
  groups,
  signal,
}: Request): Promise<KubeAnswer> {
  const { server, ca, cert, key, token, isChecked, serverName } = credentials;
  const host = serverName ?? server.hostname.replace(/^\[|\]$/g, '');
  const socket: TLSSocket = connectTls({
    socket: connection,
    ca,
    cert,
    key,
    rejectUnauthorized: isChecked,
    host,
    ...(isIP(host) === 0 && { servername: host }),
  });
  const base = server.pathname.replace(/\/$/, '');
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.once('error', fail);
    connection.once('error', fail);
    // The connection is encrypted already.
    const request = send({
      createConnection: () => socket,
      host,
      port: server.port || 443,
      path: `${base}/api/v1/namespaces/${encodeURIComponent(namespace)}/pods?limit=1`,
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        'impersonate-user': user,
        ...(groups.length > 0 && { 'impersonate-group': [...groups] }),
      },
      signal,
    });
    request.once('error', fail);
    request.once('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
        if (body.length > ANSWER_MAX_BYTES) response.destroy();
      });
      response.once('close', () => {
        socket.destroy();
        resolve({ status: response.statusCode ?? 0, message: messageOf(body) });
      });
    });
    request.end();
  });
}

/** Of a `Status` object. */
function messageOf(body: string): string {
  try {
    return textAt(JSON.parse(body), 'message').slice(0, MESSAGE_MAX_CHARS);
  } catch {
    return '';
  }
}
