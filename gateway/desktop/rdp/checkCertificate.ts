// Checks the certificate of an RDP server before a password is sent (MS-RDPBCGR, connection request).
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ClosedError, SocketSource } from '../rfb/SocketSource.ts';
import { connectionFault, connectOptions, DesktopError } from '../target.ts';

/** X.224 connection request that offers TLS and NLA. */
const REQUEST = Buffer.from('030000130ee000000000000100080003000000', 'hex');
const TPKT = 3;
const ANSWER_BYTES = 19;
const ACCEPTED = 2;
const MAX_MS = 15_000;

export type RdpAddress = { host: string; port: number; socket?: string; fingerprint?: string };

/**
 * Resolves with the SHA-256 fingerprint of the certificate (hex, no colons). The certificate is the configured one, or
 * one that the system trusts for this host. Rejects with DesktopError for any other, if no RDP server answers, and when
 * `signal` aborts.
 */
export async function checkCertificate(address: RdpAddress, signal: AbortSignal): Promise<string> {
  const server = `the RDP server at ${address.host}:${address.port}`;
  const socket = connect({ ...connectOptions(address), signal });
  const timer = setTimeout(
    () => socket.destroy(new DesktopError(`${server} does not answer. Check the address, the port and firewalls.`)),
    MAX_MS,
  );
  try {
    await once(socket, 'connect');
    socket.write(REQUEST);
    const source = new SocketSource(socket);
    if ((await source.u8()) !== TPKT) throw new DesktopError(`${server} does not speak RDP. Check the port.`);
    const answer = await source.take(ANSWER_BYTES - 1);
    source.release();
    if (answer[10] !== ACCEPTED) throw new DesktopError(`${server} offers no encryption. Enable TLS or NLA there.`);
    return await compare(socket, address, server);
  } catch (error) {
    if (error instanceof ClosedError) throw new DesktopError(`${server} closed the connection. Check the port.`);
    if (error instanceof DesktopError) throw error;
    throw new DesktopError(`Could not connect to ${server}: ${reasonOf(error)}`);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function compare(socket: Socket, { host, fingerprint }: RdpAddress, server: string): Promise<string> {
  const name = isIP(host) === 0 ? { servername: host } : {};
  // The verification result of Node is read below, because refused certificates have to be reported too.
  const secured = connectTls({ socket, host, rejectUnauthorized: false, ...name });
  // Also for invalid data after the handshake: an unhandled error would end the process.
  secured.on('error', () => undefined);
  await once(secured, 'secureConnect');
  const presented = plainHex(secured.getPeerCertificate().fingerprint256);
  if (fingerprint === undefined ? secured.authorized : plainHex(fingerprint) === presented) return presented;
  throw new DesktopError(
    fingerprint === undefined
      ? `The certificate of ${server} is not trusted. If its SHA-256 fingerprint is ${presented}, add that to gateway.yaml.`
      : `The certificate of ${server} is not the expected one: its SHA-256 fingerprint is ${presented}. ` +
          'Find out why it has changed before you change gateway.yaml.',
  );
}

const plainHex = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase();

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ECONNREFUSED') return 'it refuses connections. Check that it runs and the port.';
  if (code === 'ENOTFOUND') return 'its name is not known. Check the address in gateway.yaml.';
  if (code === 'EHOSTUNREACH') return 'it cannot be reached. Check the address and the network.';
  return `${connectionFault(error)}.`;
}
