// Connections that begin with the client's address: version 1 of the PROXY protocol, a line of text that the proxy of a
// 13.1 cluster can be configured to read (cluster-behaviour.md, sign-in calls).
import http, { type ClientRequestArgs } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { connect, isIPv4, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { limitConnectTime } from './limitConnectTime.ts';

/** The client of a connection to the cluster. */
export type Client = { address: string; port: number };

/** Both addresses must have the same family. The second one has no meaning. */
const NO_ADDRESS = { TCP4: '0.0.0.0', TCP6: '::' };

/** Without a client the connection is the gateway's own. */
export function proxyLine(client: Client | undefined, socket: Pick<Socket, AddressField>): string {
  const local = { address: socket.localAddress ?? '', port: socket.localPort ?? 0 };
  const source = client && toIp(client.address) ? client : local;
  const address = toIp(source.address) ?? '127.0.0.1';
  const family = isIPv4(address) ? 'TCP4' : 'TCP6';
  const there = toIp(socket.remoteAddress ?? '');
  const target = there !== undefined && isIPv4(there) === isIPv4(address) ? there : NO_ADDRESS[family];
  return `PROXY ${family} ${address} ${target} ${source.port} ${socket.remotePort ?? 0}\r\n`;
}

type AddressField = 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort';

/** An IPv4 address may be IPv4-mapped, and an address may include an interface name. */
function toIp(text: string): string | undefined {
  const [plain = ''] = text.replace(/^::ffff:(?=\d+\.)/i, '').split('%');
  return isIPv4(plain) || isIPv6(plain) ? plain : undefined;
}

type Opened = (error: Error | null, socket: Duplex) => void;

/** An agent whose connections are all for one client. */
export function agentFor(client: Client | undefined, secure: boolean, options: https.AgentOptions): http.Agent {
  const open = (target: ClientRequestArgs | RequestOptions, opened: Opened): undefined => {
    const plain = connect({ host: target.host ?? 'localhost', port: Number(target.port) });
    limitConnectTime(plain);
    const fail = (error: Error) => opened(error, plain);
    plain.once('error', fail);
    plain.once('connect', () => {
      plain.off('error', fail);
      plain.write(proxyLine(client, plain));
      opened(null, secure ? connectTls({ ...(target as ConnectionOptions), socket: plain }) : plain);
    });
    return undefined;
  };
  const agent = secure ? new https.Agent(options) : new http.Agent(options);
  return Object.assign(agent, { createConnection: open });
}
