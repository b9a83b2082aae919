// The target of a desktop session, and its errors for the user.
import { errorMessage } from '../../src/lib/errorMessage.ts';
import type { ScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import { remoteText } from '../terminal/target.ts';

export type DesktopTarget = {
  /** The address of the VNC server. */
  address: { host: string; port: number } | { path: string };
  /** A socket that leads to the address through a jump server. */
  socket?: string;
  /** For VNC authentication or VeNCrypt Plain. */
  password?: string;
  user?: string;
  /**
   * PEM of the authority that must have signed the server's certificate. With it only VeNCrypt with X.509 certificates
   * is used. Without it the identity of the server is not checked.
   */
  tlsAuthority?: string;
};

export type LinkOptions = {
  /** The screen size that the user requests. The server may refuse it. */
  size: ScreenSize;
  /** Id of a Windows keyboard layout, if the client announced one. */
  layout: number | undefined;
  /** The client paints the pointer itself. Otherwise the server paints it into the picture. */
  hasOwnPointer: boolean;
};

/** A failure whose message is for the user: what failed, why, and what to do. */
export class DesktopError extends Error {
  override name = 'DesktopError';
}

/** What went wrong on a connection. The messages of OpenSSL name its source files, its reasons do not. */
export const connectionFault = (error: unknown): string =>
  remoteText(error instanceof Error && 'reason' in error ? String(error.reason) : errorMessage(error));

/** The target of a socket: the address, or the socket that leads there. */
export const connectOptions = ({ host, port, socket }: { host: string; port: number; socket?: string | undefined }) =>
  socket === undefined ? { host, port } : { path: socket };

/** The server runs on the machine of the gateway. */
export const isLocal = ({ address, socket }: DesktopTarget): boolean =>
  'path' in address || (socket === undefined && /^(127\.[\d.]+|::1|localhost)$/.test(address.host));

/** The name of the server in messages. */
export const serverName = ({ address }: DesktopTarget): string =>
  'path' in address ? 'the display of the RDP session' : `the VNC server at ${address.host}:${address.port}`;
