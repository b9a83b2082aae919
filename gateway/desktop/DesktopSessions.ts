// All desktop sessions of this gateway.
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { encodeDesktop } from '../../src/wire/desktop/messages.ts';
import { SEVERITY } from '../../src/wire/desktop/sessionMessages.ts';
import type { AccessWatch, DesktopTarget } from '../identity/AccessWatch.ts';
import { accountOf } from '../inventory/desktopAccount.ts';
import type { Entry } from '../inventory/entry.ts';
import type { PrivateDirectories } from '../process/PrivateDirectories.ts';
import type { Dialer } from '../ssh/Dialer.ts';
import { lockText } from '../locks/lock.ts';
import { toParticipantInfo } from '../terminal/participantInfo.ts';
import type { Visitor } from '../terminal/shellRequest.ts';
import { SocketSessions, type SocketSessionParts, type SocketVisit } from '../terminal/SocketSessions.ts';
import { TargetError } from '../terminal/target.ts';
import { linkTo, toDesktop } from './connectDesktop.ts';
import { DesktopClient } from './DesktopClient.ts';
import type { DesktopParams } from './desktopParams.ts';
import { DesktopSession, type DesktopSessionParts } from './DesktopSession.ts';
import type { DesktopSubject } from './desktopSubject.ts';
import { testDesktop } from './testDesktop.ts';

export type DesktopParts = Omit<DesktopSessionParts, 'begun' | 'ended' | 'watch'> &
  SocketSessionParts & {
    watch: AccessWatch;
    dialer: Pick<Dialer, 'dial'>;
    directories: PrivateDirectories;
    /** The built rfb/desktopThread.ts. Absent: connections are served in the thread of the gateway. */
    threadFile: string | undefined;
  };

/** Limits of open sessions: each has a thread, and a screen of up to 128 MiB. */
const OF_USER_MAX = 10;
const OF_ALL_MAX = 100;

/** RDP servers give an account one session, which belongs to the last connection. */
const SHARED =
  'Another session of this gateway uses this desktop. Both have the same windows, and the server may close the earlier connection.';
const IN_USE = 'Another session uses this desktop, and a test would end it. Try again later.';

export class DesktopSessions extends SocketSessions<DesktopClient, DesktopSession, DesktopTarget> {
  #parts: DesktopParts;

  constructor(parts: DesktopParts) {
    super(parts, {
      resource: 'windows_desktop',
      noun: 'desktop',
      ofUserMax: OF_USER_MAX,
      ofAllMax: OF_ALL_MAX,
      targetOf: ({ login, desktop }: DesktopSubject) => ({ login, desktop }),
      nameOf: ({ desktop }) => desktop.name,
      refusal: (holder, target) => parts.watch.desktopRefusal(holder, target),
      toLive: ({ login, desktop }) => ({
        kind: 'desktop',
        login,
        serverId: desktop.addr,
        serverHostname: desktop.name,
      }),
    });
    this.#parts = parts;
  }

  /** Refusals are sent through the socket (streams §1.3, §5.4). */
  begin(socket: WebSocket, visit: SocketVisit<DesktopParams>): void {
    const info = toParticipantInfo(visit.visitor, this.#parts.rules());
    const client = new DesktopClient(socket, info, 'extensions' in visit.params && visit.params.extensions);
    this.enter(client, visit, (entry, params) => this.#begin(client, visit, entry, params));
  }

  /** Tests whether the gateway can sign in to a desktop, like a session but without one. Rejects with a TargetError. */
  async test(entry: Entry, signal: AbortSignal): Promise<void> {
    const desktop = toDesktop(entry, this.#parts.hostId);
    // Windows gives an account's session to the last sign-in.
    if (entry.connect.via === 'rdp' && this.isOpenOn(desktop.name)) throw new TargetError(IN_USE);
    return testDesktop(linkTo(desktop, entry.connect, this.#parts), signal);
  }

  async #begin(
    client: DesktopClient,
    { visitor, noteActivity }: SocketVisit<DesktopParams>,
    entry: Entry,
    params: DesktopParams,
  ): Promise<void> {
    const { hostId, rules } = this.#parts;
    const { login } = params;
    const desktop = toDesktop(entry, hostId);
    const { access } = visitor.caller;
    const { recordDesktop, recordOthers } = access.options();
    const subject: DesktopSubject = {
      id: randomUUID(),
      login,
      desktop,
      owner: client.info,
      recorded: rules().recorded && recordDesktop,
      recordStrictly: recordOthers === 'strict',
    };
    const openLink = linkTo(desktop, entry.connect, this.#parts);
    const isShared = entry.connect.via === 'rdp' && this.isOpenOn(desktop.name);
    const session: DesktopSession = new DesktopSession(
      { client, subject, params, openLink, noteActivity },
      { ...this.#parts, ...this.lifeOf(visitor, () => session) },
    );
    await this.open(client, session, {
      grant: () => this.#grant(visitor, entry, subject),
      asksKey: () => access.requiresSessionMfa('windows_desktop', desktop.labels, { login }),
    });
    if (isShared) client.send(encodeDesktop({ kind: 'notification', text: SHARED, severity: SEVERITY.warning }));
  }

  /** Throws a TargetError if the visitor may not open the desktop as that login. */
  #grant(visitor: Visitor, { connect }: Entry, { login, desktop, owner }: DesktopSubject): void {
    const lock = this.#parts.watch.lockOf(owner, { login, windowsDesktop: desktop.name });
    if (lock) throw new TargetError(lockText(lock));
    if (!visitor.caller.access.resource('windows_desktop', desktop.labels, { login }).ok)
      throw new TargetError(`Your roles do not allow ${login} on ${desktop.name}. Select another login.`);
    const account = accountOf(connect);
    if (account !== undefined && account !== login)
      throw new TargetError(`${desktop.name} can be opened as ${account} only. Select that login.`);
    this.requireRoom(visitor);
  }
}
