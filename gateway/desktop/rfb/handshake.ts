// The first messages of RFB (RFC 6143 §7.1–7.3): version, security, names and sizes.
import type { ScreenSize } from '../../../src/wire/desktop/screenMessages.ts';
import { createCipheriv } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { utf8 } from '../../../src/lib/encoding.ts';
import { remoteText } from '../../terminal/target.ts';
import { connectionFault, DesktopError, serverName, type DesktopTarget } from '../target.ts';
import { SocketSource } from './SocketSource.ts';

const SECURITY = { none: 1, vnc: 2, veNCrypt: 19 } as const;
const TEXT_MAX = 4096;

type Login = 'none' | 'vnc' | 'plain';
type Connection = { socket: Duplex; source: SocketSource };

/** Types of VeNCrypt, the best first. The type without TLS would send the password unencrypted. */
const VENCRYPT: readonly { type: number; isSigned: boolean; login: Login }[] = [
  { type: 262, isSigned: true, login: 'plain' },
  { type: 261, isSigned: true, login: 'vnc' },
  { type: 260, isSigned: true, login: 'none' },
  { type: 259, isSigned: false, login: 'plain' },
  { type: 258, isSigned: false, login: 'vnc' },
  { type: 257, isSigned: false, login: 'none' },
];

/**
 * Signs in. The resulting connection may be an encrypted one over `socket`. Rejects with DesktopError, also for a wrong
 * password.
 */
export async function shakeHands(socket: Socket, target: DesktopTarget): Promise<Connection & { size: ScreenSize }> {
  const plain = { socket, source: new SocketSource(socket) };
  const version = /^RFB 003\.(\d{3})\n$/.exec((await plain.source.take(12)).toString('latin1'))?.[1];
  if (version === undefined) throw new DesktopError(`${serverName(target)} does not speak VNC. Check the port.`);
  const minor = Number(version) >= 8 ? 8 : Number(version) === 7 ? 7 : 3;
  socket.write(`RFB 003.00${minor}\n`);
  const connection = await signIn(plain, target, minor);
  connection.socket.write(Uint8Array.of(1)); // shared: other clients may stay connected
  const head = await connection.source.take(20);
  await connection.source.take(await textLength(connection.source));
  return { ...connection, size: { width: head.readUInt16BE(0), height: head.readUInt16BE(2) } };
}

async function signIn(plain: Connection, target: DesktopTarget, minor: number): Promise<Connection> {
  const { socket, source } = plain;
  const offered = minor >= 7 ? [...(await source.take(await source.u8()))] : [await source.u32()];
  if (offered.length === 0 || offered[0] === 0) {
    const text = remoteText((await source.take(await textLength(source))).toString()).replace(/\.$/, '');
    throw new DesktopError(`${serverName(target)} refused the connection${text && `: ${text}`}.`);
  }
  const type = chooseSecurity(offered, target);
  if (minor >= 7) socket.write(Uint8Array.of(type));
  let connection = plain;
  let login: Login = type === SECURITY.vnc ? 'vnc' : 'none';
  if (type === SECURITY.veNCrypt) ({ login, ...connection } = await encrypt(plain, target));
  if (login === 'vnc') await answerChallenge(connection, target);
  if (login === 'plain') connection.socket.write(plainLogin(target));
  if (minor >= 8 || login !== 'none') await checkResult(connection.source, target, minor);
  return connection;
}

function chooseSecurity(offered: readonly number[], target: DesktopTarget): number {
  const preferred = [
    SECURITY.veNCrypt,
    ...(target.tlsAuthority === undefined
      ? [...(target.password === undefined ? [] : [SECURITY.vnc]), SECURITY.none]
      : []),
  ];
  const type = preferred.find((each) => offered.includes(each));
  if (type !== undefined) return type;
  if (target.tlsAuthority !== undefined)
    throw new DesktopError(
      `${serverName(target)} offers no encryption with certificates. Enable VeNCrypt with X509 there.`,
    );
  if (offered.includes(SECURITY.vnc))
    throw new DesktopError(`${serverName(target)} asks for a password. Add it to gateway.yaml.`);
  throw new DesktopError(
    `${serverName(target)} offers only kinds of sign-in that the gateway does not have (${offered.join(', ')}). ` +
      'Enable VNC authentication or VeNCrypt there.',
  );
}

async function encrypt({ socket, source }: Connection, target: DesktopTarget): Promise<Connection & { login: Login }> {
  const version = await source.u16();
  socket.write(Uint8Array.of(0, 2));
  if (version < 2 || (await source.u8()) !== 0) throw new DesktopError(`${serverName(target)} has an old VeNCrypt.`);
  const bytes = await source.take((await source.u8()) * 4);
  const offered = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4));
  const kind = VENCRYPT.find(
    ({ type, isSigned, login }) =>
      offered.includes(type) &&
      (isSigned || target.tlsAuthority === undefined) &&
      (login === 'none' || target.password !== undefined) &&
      (login !== 'plain' || target.user !== undefined),
  );
  if (!kind) throw new DesktopError(noVeNCrypt(offered, target));
  const chosen = Buffer.alloc(4);
  chosen.writeUInt32BE(kind.type);
  socket.write(chosen);
  if ((await source.u8()) !== 1) throw new DesktopError(`${serverName(target)} refused to encrypt.`);
  return { login: kind.login, ...(await startTls(source.release(), target, kind.isSigned)) };
}

function noVeNCrypt(offered: readonly number[], target: DesktopTarget): string {
  const server = serverName(target);
  if (target.tlsAuthority !== undefined && !VENCRYPT.some(({ type, isSigned }) => isSigned && offered.includes(type)))
    return `${server} has no certificate. Enable VeNCrypt with X509 there.`;
  const needed = target.password === undefined ? 'a password' : 'a user name';
  return `${server} asks for ${needed}, or for an encryption that the gateway does not have. Check gateway.yaml.`;
}

async function startTls(socket: Duplex, target: DesktopTarget, isSigned: boolean): Promise<Connection> {
  const { tlsAuthority, address } = target;
  const host = 'host' in address && isIP(address.host) === 0 ? address.host : undefined;
  const secured = connectTls({
    socket,
    ...(host === undefined ? {} : { servername: host }),
    ...('host' in address ? { host: address.host } : {}),
    ...(tlsAuthority === undefined ? { rejectUnauthorized: false } : { ca: tlsAuthority }),
    // Anonymous key exchange is disabled in OpenSSL and missing in TLS 1.3.
    ...(isSigned ? {} : { ciphers: 'ADH:AECDH:@SECLEVEL=0', maxVersion: 'TLSv1.2' as const }),
  });
  await new Promise<void>((resolve, reject) => {
    secured.once('secureConnect', resolve);
    secured.once('error', (error: Error) =>
      reject(
        new DesktopError(
          `Could not encrypt the connection to ${serverName(target)}: ${connectionFault(error)}. ` +
            (isSigned
              ? 'Check its certificate and the authority in gateway.yaml.'
              : 'Enable VeNCrypt with X509 there.'),
        ),
      ),
    );
    secured.once('close', () => reject(new DesktopError(`${serverName(target)} closed the connection.`)));
  });
  return { socket: secured, source: new SocketSource(secured) };
}

async function answerChallenge({ socket, source }: Connection, { password = '' }: DesktopTarget): Promise<void> {
  socket.write(encryptChallenge(await source.take(16), password));
}

/** DES with the first eight bytes of the password, with reversed bits in each byte (RFC 6143 §7.2.2). */
export function encryptChallenge(challenge: Uint8Array, password: string): Buffer {
  const key = Buffer.alloc(8);
  key.set(utf8(password).subarray(0, 8));
  const mirrored = key.map((byte) =>
    Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2),
  );
  // OpenSSL 3 has no plain DES. Triple DES with three equal keys is the same.
  const cipher = createCipheriv('des-ede3', Buffer.concat([mirrored, mirrored, mirrored]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(challenge), cipher.final()]);
}

function plainLogin({ user = '', password = '' }: DesktopTarget): Buffer {
  const [name, secret] = [utf8(user), utf8(password)];
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(name.length, 0);
  lengths.writeUInt32BE(secret.length, 4);
  return Buffer.concat([lengths, name, secret]);
}

async function checkResult(source: SocketSource, target: DesktopTarget, minor: number): Promise<void> {
  if ((await source.u32()) === 0) return;
  const text = minor >= 8 ? remoteText((await source.take(await textLength(source))).toString()) : '';
  throw new DesktopError(
    `${serverName(target)} refused the sign-in${text && `: ${text}`}. Check the user and the password in gateway.yaml.`,
  );
}

async function textLength(source: SocketSource): Promise<number> {
  const length = await source.u32();
  if (length > TEXT_MAX) throw new DesktopError(`a text of ${length} bytes`);
  return length;
}
