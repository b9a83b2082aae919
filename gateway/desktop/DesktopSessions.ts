// All desktop sessions that run here: opening them, and what ends them from outside.
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { SessionConfig } from '../config/settings.ts';
import type { AccessWatch, DesktopPlace } from '../identity/AccessWatch.ts';
import type { Credentials } from '../identity/credentials.ts';
import { isOf, type Ended, type SignIn } from '../identity/webSessions.ts';
import { accountOf } from '../inventory/desktopAccount.ts';
import { keyOf, type Entry } from '../inventory/entry.ts';
import { lockText } from '../locks/lock.ts';
import type { LiveSessions } from '../sessions/liveSessions.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { proveByKey } from '../terminal/keyProof.ts';
import { toParticipantInfo } from '../terminal/participantInfo.ts';
import type { Visitor } from '../terminal/shellRequest.ts';
import { TargetError } from '../terminal/target.ts';
import { linkTo, toDesktop } from './connectDesktop.ts';
import { DesktopClient } from './DesktopClient.ts';
import type { DesktopParams } from './desktopParams.ts';
import { DesktopSession, type DesktopSessionParts } from './DesktopSession.ts';
import type { DesktopSubject } from './desktopSubject.ts';
import { toLiveDesktop } from './liveDesktop.ts';

export type DesktopParts = Omit<DesktopSessionParts, 'begun' | 'ended' | 'watch'> & {
  inventory: Pick<InventoryStore, 'find'>;
  liveSessions: LiveSessions;
  credentials: Pick<Credentials, 'keyQuestion'>;
  watch: AccessWatch;
  rules: () => SessionConfig;
  /** Sessions that somebody has open, of all kinds. */
  begunBy: (user: string) => number;
  /** Id of the gateway as an agent. */
  hostId: string;
  /** The built rfb/desktopThread.ts; absent: connections are served in the thread of the gateway. */
  threadFile: string | undefined;
};

/** Somebody opens the socket of a desktop. */
export type DesktopVisit = {
  visitor: Visitor;
  /** Of the desktop. */
  name: string;
  params: DesktopParams | { problem: string };
  /** The user did something: the sign-in is in use. */
  noteActivity: () => void;
};

const STOPPING = 'The gateway is stopping. Connect again when it has started.';
const WENT_WRONG = 'The desktop could not be opened. See the gateway’s log for the reason.';
const NAME_MAX_CHARS = 100;
/** At once: each has a thread, and a screen of up to 256 MB. */
const OF_USER_MAX = 10;
const OF_ALL_MAX = 100;

export class DesktopSessions {
  #parts: DesktopParts;
  #sessions = new Map<string, DesktopSession>();
  /** Those whose desktop is on its way. */
  #opening = new Map<DesktopClient, DesktopPlace>();
  #idle: (() => void)[] = [];
  #stopping = false;

  constructor(parts: DesktopParts) {
    this.#parts = parts;
  }

  /** Whatever is refused is said in the socket (streams §1.3, §5.4). */
  begin(socket: WebSocket, { visitor, name, params, noteActivity }: DesktopVisit): void {
    const info = toParticipantInfo(visitor, this.#parts.rules());
    const client = new DesktopClient(socket, info, 'extensions' in params && params.extensions);
    const entry = this.#find(name, visitor);
    if (this.#stopping) client.dismiss(STOPPING);
    else if ('problem' in params) client.dismiss(params.problem);
    else if (!entry)
      client.dismiss(`There is no desktop "${name.slice(0, NAME_MAX_CHARS)}". Select one in the list of desktops.`);
    else void this.#begin(client, visitor, entry, params, noteActivity);
  }

  /** The sign-ins that desktops are open for. */
  signIns(): SignIn[] {
    return this.#infos;
  }

  endSignIn(ended: Ended): void {
    for (const client of this.#opening.keys()) {
      if (!isOf(ended, client.info)) continue;
      if (ended.reason === undefined) client.drop();
      else client.dismiss(ended.reason);
    }
    for (const session of [...this.#sessions.values()])
      if (isOf(ended, session.subject.owner)) session.end(ended.reason);
  }

  /** Asks of everybody who has a desktop open whether they may still; after a change of users, roles or locks. */
  endRevoked(): void {
    const { watch } = this.#parts;
    for (const [client, place] of this.#opening) {
      const text = watch.desktopRefusal(client.info, place);
      if (text !== undefined) client.dismiss(text);
    }
    for (const session of [...this.#sessions.values()]) {
      const text = watch.desktopRefusal(session.subject.owner, session.subject);
      if (text === undefined) continue;
      session.log.disconnected(text);
      session.end(text);
    }
  }

  /** Ends everything; resolves when all of it has been written down. */
  async close(): Promise<void> {
    this.#stopping = true;
    for (const client of this.#opening.keys()) client.dismiss(STOPPING);
    for (const session of [...this.#sessions.values()]) session.end(STOPPING);
    if (!this.#isIdle) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Desktops that somebody has opened and that are still there. */
  begunBy(user: string): number {
    return this.#infos.filter((info) => info.user === user).length;
  }

  async #begin(
    client: DesktopClient,
    visitor: Visitor,
    entry: Entry,
    params: DesktopParams,
    noteActivity: () => void,
  ): Promise<void> {
    const { login } = params;
    const desktop = toDesktop(entry, this.#parts.hostId);
    const { recordDesktop, recordOthers } = visitor.caller.access.options();
    const subject: DesktopSubject = {
      id: randomUUID(),
      login,
      desktop,
      owner: client.info,
      recorded: this.#parts.rules().recorded && recordDesktop,
      recordStrictly: recordOthers === 'strict',
    };
    const openLink = linkTo(desktop, entry.connect, this.#parts.threadFile);
    const session = new DesktopSession(
      { client, subject, params, openLink, noteActivity },
      {
        ...this.#parts,
        begun: () => this.#add(session, visitor.caller.user.roles),
        ended: () => this.#forget(session),
      },
    );
    try {
      this.#grant(visitor, entry, subject);
      this.#opening.set(client, { login, desktop });
      if (visitor.caller.access.requiresSessionMfa('windows_desktop', desktop.labels, { login }))
        await proveByKey(this.#parts.credentials, client);
      subject.owner = client.info;
      // Roles and locks may have changed since, and the key that was used may be a locked one.
      const refused = this.#parts.watch.desktopRefusal(client.info, { login, desktop });
      if (refused !== undefined) throw new TargetError(refused);
      await session.open();
    } catch (error) {
      this.#parts.report(error);
      const text = error instanceof TargetError ? error.message : WENT_WRONG;
      if (!client.hasLeft) session.log.refused(text);
      client.dismiss(text);
      await session.abandon();
    } finally {
      this.#opening.delete(client);
      this.#tellIdle();
    }
  }

  /** Throws a TargetError for whoever may not open the desktop as that login. */
  #grant({ caller: { access, user } }: Visitor, { connect }: Entry, { login, desktop, owner }: DesktopSubject): void {
    const { watch, begunBy } = this.#parts;
    const lock = watch.lockOf(owner, { login, windowsDesktop: desktop.name });
    if (lock) throw new TargetError(lockText(lock));
    if (!access.resource('windows_desktop', desktop.labels, { login }).ok)
      throw new TargetError(`Your roles do not allow ${login} on ${desktop.name}. Select another login.`);
    const account = accountOf(connect);
    if (account !== undefined && account !== login)
      throw new TargetError(`${desktop.name} can be opened as ${account} only. Select that login.`);
    const own = this.begunBy(user.name);
    if (own >= OF_USER_MAX) throw new TargetError(`You have ${own} desktops open, which is the most. Close one first.`);
    if (this.#infos.length >= OF_ALL_MAX)
      throw new TargetError('The gateway has as many desktops open as it can. Try again later.');
    const { maxConnections } = access.options();
    const begun = begunBy(user.name);
    if (maxConnections > 0 && begun >= maxConnections)
      throw new TargetError(`You have ${begun} sessions open, and your roles do not allow more. Close one first.`);
  }

  /** One that the visitor may see. */
  #find(name: string, { caller }: Visitor): Entry | undefined {
    const { inventory, hostId } = this.#parts;
    const entry = inventory.find('windows_desktop', keyOf({ kind: 'windows_desktop', metadata: { name } }, hostId));
    return entry && caller.access.resource('windows_desktop', entry.labels).ok ? entry : undefined;
  }

  #add(session: DesktopSession, ownerRoles: readonly string[]): void {
    this.#sessions.set(session.subject.id, session);
    this.#parts.liveSessions.add(toLiveDesktop(session, ownerRoles));
  }

  #forget(session: DesktopSession): void {
    this.#sessions.delete(session.subject.id);
    this.#parts.liveSessions.remove(session.subject.id);
    this.#tellIdle();
  }

  get #infos() {
    const running = [...this.#sessions.values()].map(({ subject }) => subject.owner);
    return [...running, ...[...this.#opening.keys()].map(({ info }) => info)];
  }

  get #isIdle(): boolean {
    return this.#sessions.size + this.#opening.size === 0;
  }

  #tellIdle(): void {
    if (this.#isIdle) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
