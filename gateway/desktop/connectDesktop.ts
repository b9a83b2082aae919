// Finds the computer of a desktop, and how the gateway connects to it.
import { isScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import { at, textAt } from '../../src/lib/json.ts';
import { parseHostAddress, RDP_PORT, VNC_PORT, type HostAddress } from '../config/hostAddress.ts';
import type { Connect, TextSource } from '../config/settings.ts';
import { readPassword, SourceError } from '../config/textSource.ts';
import type { Entry } from '../inventory/entry.ts';
import type { PrivateDirectories } from '../process/PrivateDirectories.ts';
import type { Dialer } from '../ssh/Dialer.ts';
import { throughOf } from '../ssh/throughServer.ts';
import { TargetError } from '../terminal/target.ts';
import { DesktopLink, type LinkListener } from './DesktopLink.ts';
import type { OpenLink } from './DesktopSession.ts';
import type { Desktop } from './desktopSubject.ts';
import { openForward, type Forward } from './forward.ts';
import { openRdp, US_LAYOUT } from './rdp/openRdp.ts';
import { DesktopError, type DesktopTarget, type LinkOptions } from './target.ts';

/** `hostId`: the gateway, which serves desktops whose document names no agent. */
export function toDesktop({ document: { metadata, spec }, labels }: Entry, hostId: string): Desktop {
  const fixedSize = {
    width: Number(at(spec, 'screen_size', 'width')),
    height: Number(at(spec, 'screen_size', 'height')),
  };
  return {
    name: metadata.name,
    addr: textAt(spec, 'addr'),
    domain: textAt(spec, 'domain'),
    labels,
    hostId: textAt(spec, 'host_id') || hostId,
    ...(isScreenSize(fixedSize) && { fixedSize }),
  };
}

type Parts = {
  dialer: Pick<Dialer, 'dial'>;
  directories: PrivateDirectories;
  /** The built rfb/desktopThread.ts. Absent: the connection is served in the thread of the gateway. */
  threadFile?: string | undefined;
};

/** Secrets are read each time: a changed file takes effect with the next session. */
export const linkTo =
  ({ name, addr, domain }: Desktop, connect: Connect, { dialer, directories, threadFile }: Parts): OpenLink =>
  async (options, listener, signal) => {
    const isRdp = connect.via === 'rdp';
    const address = parseHostAddress(addr, isRdp ? RDP_PORT : VNC_PORT);
    if (!address) throw new TargetError(`Could not connect to ${name}: ${addr || 'nothing'} is not an address.`);
    const secret = (label: string, source: TextSource | undefined) =>
      source === undefined ? undefined : readSecret(`${label} of ${name}`, source);
    const through = throughOf(connect);
    const dial = through && (() => dialer.dial(address, through, signal));
    const forward = dial && (() => openForward(dial, directories));
    if (!isRdp) {
      const { user, password: ofServer, tlsAuthority: authority } = connect.via === 'vnc' ? connect : {};
      const password = await secret('password', ofServer);
      const tlsAuthority = await secret('certificate authority', authority);
      const target: DesktopTarget = {
        address,
        ...(password !== undefined && { password }),
        ...(user !== undefined && { user }),
        ...(tlsAuthority !== undefined && { tlsAuthority }),
      };
      return openAlong(forward, listener, (forwarded, received) =>
        DesktopLink.open({ ...target, ...forwarded }, options, received, threadFile),
      );
    }
    const password = (await secret('password', connect.password)) ?? '';
    const account = { ...connect, ...address, domain: connect.domain ?? domain, password };
    return openAlong(forward, listener, (forwarded, received) =>
      linkOverRdp({ ...account, ...forwarded }, options, received, { directories, threadFile }, signal),
    );
  };

/** Opens a link, with `openSocket` through a socket, which is closed when the link has ended or could not be opened. */
async function openAlong(
  openSocket: (() => Promise<Forward>) | undefined,
  listener: LinkListener,
  open: (forwarded: { socket?: string }, listener: LinkListener) => DesktopLink | Promise<DesktopLink>,
): Promise<DesktopLink> {
  if (!openSocket) return open({}, listener);
  const forward = await openSocket();
  const ended: LinkListener['ended'] = (end) => {
    forward.close();
    listener.ended(end);
  };
  try {
    return await open({ socket: forward.path }, { ...listener, ended });
  } catch (error) {
    forward.close();
    throw error;
  }
}

type RdpAccount = HostAddress & {
  user: string;
  password: string;
  domain: string;
  fingerprint?: string;
  socket?: string;
};

async function linkOverRdp(
  { host, port, user, password, domain, fingerprint, socket }: RdpAccount,
  options: LinkOptions,
  listener: LinkListener,
  { directories, threadFile }: Omit<Parts, 'dialer'>,
  signal: AbortSignal,
): Promise<DesktopLink> {
  const rdp = await openRdp(
    {
      ...{ host, port, user, password },
      ...(socket !== undefined && { socket }),
      ...(domain !== '' && { domain }),
      ...(fingerprint !== undefined && { fingerprint }),
      ...(options.layout !== undefined && { layout: options.layout }),
    },
    options.size,
    directories,
    signal,
  ).catch((error: unknown) => {
    throw error instanceof DesktopError ? new TargetError(error.message) : error;
  });
  let hasEnded = false;
  const ended: LinkListener['ended'] = (end) => {
    rdp.close();
    if (!hasEnded) listener.ended(end);
    hasEnded = true;
  };
  const open = async () => DesktopLink.open(rdp.target, options, { ...listener, ended }, threadFile);
  const link = await open().catch((error: unknown) => {
    rdp.close(); // the system starts no thread
    throw error;
  });
  link.layout = options.layout ?? US_LAYOUT;
  // The reason of FreeRDP has priority: the display ends with it.
  void rdp.ended.then((text) => {
    ended(text === undefined ? { kind: 'closed' } : { kind: 'failed', text });
    link.close();
  });
  return link;
}

const readSecret = (label: string, source: TextSource): Promise<string> =>
  readPassword(source, label).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    throw new TargetError(`Could not connect: ${error.message.replace(/^The/, 'the')}`, error.forLog);
  });
