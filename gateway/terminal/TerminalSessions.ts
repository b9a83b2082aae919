// All terminal sessions of this gateway: opening, joining, and the events that end them from outside.
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { KEEP_ALIVE_MS } from '../../src/wire/constants.ts';
import { GATEWAY_STOPS, NO_SHELL } from '../../src/wire/terminal/closeTexts.ts';
import type { ConnectParams } from '../../src/wire/terminal/connectParams.ts';
import type { FileRequest } from '../../src/wire/terminal/fileTransfer.ts';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import type { SessionConfig } from '../config/settings.ts';
import { notFound } from '../http/failures.ts';
import { lockSubject } from '../identity/caller.ts';
import type { Credentials } from '../identity/credentials.ts';
import type { AccessWatch, LoginTarget } from '../identity/AccessWatch.ts';
import { isOf, type EndedSessions, type SignIn } from '../identity/webSessions.ts';
import { lockText } from '../locks/lock.ts';
import type { Locks } from '../locks/Locks.ts';
import { lockInForce } from '../locks/refusals.ts';
import type { KubeParts } from '../kubernetes/KubeClient.ts';
import { inTurns } from '../process/turns.ts';
import type { LiveSessions } from '../sessions/liveSessions.ts';
import type { SshDialing } from '../ssh/route.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { runEach } from '../store/runEach.ts';
import { toParticipantInfo } from './participantInfo.ts';
import { refusal, toSignedOut, type CloseReason } from './closeReason.ts';
import { proveByKey } from './keyProof.ts';
import { joinModes, toLiveSession } from './liveSession.ts';
import { Participant, type ParticipantInfo } from './Participant.ts';
import { toMode, type SessionMember } from './sessionMember.ts';
import { lockedNode } from './nodeAccess.ts';
import { Session, type SessionParts } from './Session.ts';
import { sessionRefusal } from './sessionRefusal.ts';
import { joinedSessionFrame, newSessionFrame } from './sessionMetadata.ts';
import { planShell, type ShellPlan } from './shellPlan.ts';
import type { Visitor } from './shellRequest.ts';
import { serverIdOf, TargetError, type Target, type TargetNode } from './target.ts';

export type TerminalParts = Omit<SessionParts, 'ended' | 'settle'> &
  KubeParts & {
    inventory: InventoryStore;
    liveSessions: LiveSessions;
    locks: Pick<Locks, 'inForce'>;
    credentials: Pick<Credentials, 'keyQuestion'>;
    /** Decides which open sessions may continue. */
    watch: AccessWatch;
    /** The settings for all sessions. */
    rules: () => SessionConfig;
    /** The number of sessions that a user has open, of all kinds. */
    begunBy: (user: string) => number;
    /** Id of this machine's node. Shells on all others use SSH. */
    hostId: string;
    ssh: () => SshDialing;
    /** Whether users may log in to this machine as the gateway's own account. */
    ownAccount: () => boolean;
  };

type NewParams = Extract<ConnectParams, { kind: 'new' }>;
type JoinParams = Extract<ConnectParams, { kind: 'join' }>;
type Opened = (socket: WebSocket) => void;

/** A file transfer that a user is about to start outside the terminal. */
export type FileUse = { user: string; login: string; nodeId: string; request: FileRequest };
type FileVerdict = 'granted' | 'refused' | 'no-session';

/** A shell's machine and login. */
type SessionTarget = { login: string; node: Pick<TargetNode, 'id' | 'addr' | 'unlisted' | 'pod'> };

/** A user who may not join in the requested mode gets no further detail (streams §3.8). */
const NOT_JOINABLE: CloseReason = { kind: 'refused', text: NO_SHELL };
const STOPPING: CloseReason = { kind: 'refused', text: `\n${GATEWAY_STOPS}\n` };

export class TerminalSessions {
  #parts: TerminalParts;
  #sessions = new Map<string, Session>();
  /** Participants whose shell is being opened, with the place of the shell. */
  #opening = new Map<Participant, LoginTarget>();
  /** What is still to be done to sessions. It comes before all else that happens in them. */
  #due = new Map<Session, Set<(session: Session) => void>>();
  #isSettling = false;
  #idle: (() => void)[] = [];
  #stopping = false;

  constructor(parts: TerminalParts) {
    this.#parts = parts;
  }

  /** Throws refusals that come before the upgrade. All others are shown in the terminal (streams §1.3, §3.3). */
  begin(visitor: Visitor, params: NewParams): Opened {
    const plan = planShell(visitor, params, this.#parts);
    this.#requireUnlocked(visitor, plan);
    return (socket) => void this.#begin(socket, visitor, params, plan);
  }

  join(visitor: Visitor, params: JoinParams): Opened {
    const session = this.#sessions.get(params.sid);
    if (!session?.isOpen) throw notFound(`SSH session ${params.sid} not found`);
    this.#requireUnlocked(visitor, targetOf(session));
    return (socket) => void this.#join(socket, visitor, params, session);
  }

  /** Uses up a file request that the session has approved. */
  useFileRequest(sid: string, requestId: string, { user, login, nodeId, request }: FileUse): FileVerdict {
    const session = this.#sessions.get(sid);
    if (!session?.isOpen) return 'no-session';
    const isThere = session.subject.login === login && session.subject.target.node.id === nodeId;
    return isThere && session.useFileRequest(user, requestId, request) ? 'granted' : 'refused';
  }

  /** The sign-ins that have terminals open, also those of owners without a socket. */
  signIns(): SignIn[] {
    const running = [...this.#sessions.values()].filter(({ isOpen }) => isOpen);
    const participants = [...running.flatMap((session) => session.participants), ...this.#opening.keys()];
    return [...running.map(({ subject }) => subject.owner), ...participants.map(({ info }) => info)];
  }

  endSignIn(ended: EndedSessions): void {
    const isOver = (info: ParticipantInfo) => isOf(ended, info);
    const closeReason = toSignedOut(ended);
    const { report } = this.#parts;
    const opening = [...this.#opening.keys()].filter(({ info }) => isOver(info));
    runEach(opening, (participant) => participant.dismiss(closeReason), report);
    const cause = ended.expired ? 'expired' : 'ended';
    this.#toEach((session) => session.endFor(isOver, closeReason, cause));
  }

  /** Ends the terminals of users who may no longer have them. Call this after a change of users, roles or locks. */
  endRevoked(): void {
    const { watch, report } = this.#parts;
    const endOpening = ([participant, target]: [Participant, LoginTarget]) => {
      const text = watch.loginRefusal(participant.info, target);
      if (text !== undefined) participant.dismiss({ kind: 'refused', text });
    };
    runEach(this.#opening, endOpening, report);
    this.#toEach(this.#endRevoked);
  }

  /** Each end writes to disk: hundreds of sessions take seconds, and others are served in between. */
  #toEach(work: (session: Session) => void): void {
    for (const session of this.#sessions.values())
      this.#due.set(session, (this.#due.get(session) ?? new Set()).add(work));
    if (!this.#isSettling) void this.#settleAll();
  }

  async #settleAll(): Promise<void> {
    this.#isSettling = true;
    while (this.#due.size > 0) await inTurns(this.#due.keys(), this.#settle);
    this.#isSettling = false;
  }

  #settle = (session: Session): void => {
    const works = this.#due.get(session) ?? [];
    this.#due.delete(session);
    runEach(works, (work) => work(session), this.#parts.report);
  };

  /** Ends the shells in containers of a cluster, and refuses those that are being opened. */
  endInCluster(cluster: string, text: string): void {
    for (const [participant, { node }] of this.#opening)
      if (node.pod?.cluster === cluster) participant.dismiss({ kind: 'refused', text });
    for (const session of [...this.#sessions.values()])
      if (session.subject.target.node.pod?.cluster === cluster) session.terminate({ kind: 'locked', text });
  }

  /** Ends all sessions. Resolves when their ends are recorded. */
  async close(): Promise<void> {
    this.#stopping = true;
    for (const participant of this.#opening.keys()) participant.dismiss(STOPPING);
    for (const session of [...this.#sessions.values()]) session.terminate(STOPPING);
    if (!this.#isIdle) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #begin(socket: WebSocket, visitor: Visitor, params: NewParams, plan: ShellPlan): Promise<void> {
    const { size } = params;
    const { kind, login } = plan;
    const { clusterName, clock } = this.#parts;
    const { access, user } = visitor.caller;
    const id = randomUUID();
    const participant = admitSocket(socket, visitor, params, this.#parts.rules());
    const demands = access.joinDemands(kind);
    participant.send(
      newSessionFrame({
        kind,
        id,
        login,
        owner: user.name,
        server: plan.requested,
        clusterName: clusterName(),
        created: new Date(clock.now()),
        moderated: demands.length > 0,
      }),
    );
    try {
      const grant = plan.grant(this.#parts.begunBy(user.name));
      const target: LoginTarget = { login, node: grant.node };
      this.#opening.set(participant, target);
      if (grant.asksKey) await proveByKey(this.#parts.credentials, participant);
      this.#requireLogin(participant, target);
      const subject = {
        id,
        login,
        target: abandonable(grant.target(id), participant.awaitShell()),
        owner: participant.info,
        ownerRoles: user.roles,
        demands,
        recordStrictly: access.options().recordSsh === 'strict',
      };
      const session = await this.#open(subject, size);
      session.admit(participant, toMode(params.mode ?? 'peer'), size, true);
      this.#endRevoked(session); // roles may have changed while the shell was being opened
      if (this.#stopping) session.terminate(STOPPING);
    } catch (error) {
      this.#parts.report(error);
      participant.dismiss(refusal(error));
    } finally {
      this.#opening.delete(participant);
      this.#reportIdle();
    }
  }

  #endRevoked = (session: Session): void => {
    const { watch, inventory } = this.#parts;
    session.endRevoked(sessionRefusal(session, watch, inventory), (user) => watch.rolesOf(user));
  };

  async #open(subject: Session['subject'], size: TermSize): Promise<Session> {
    const ended = (over: Session) => this.#forget(over);
    const session = await Session.open(subject, size, { ...this.#parts, ended, settle: this.#settle });
    this.#sessions.set(subject.id, session);
    this.#parts.liveSessions.add(toLiveSession(session, this.#parts.inventory));
    return session;
  }

  async #join(socket: WebSocket, visitor: Visitor, params: JoinParams, session: Session): Promise<void> {
    const { caller } = visitor;
    const { inventory, clusterName, rules } = this.#parts;
    const participant = admitSocket(socket, visitor, params, rules());
    const isOwner = caller.user.name === session.subject.owner.user;
    const mode = toMode(params.mode ?? (isOwner ? 'peer' : 'observer'));
    const mayJoin = () =>
      mode !== 'spectator' && session.isOpen && (joinModes(session, caller, inventory)?.includes(mode) ?? false);
    try {
      participant.send(joinedSessionFrame(toLiveSession(session, inventory), clusterName()));
      if (mayJoin() && caller.access.anyRequiresSessionMfa()) await this.#requireJoinKey(participant, mode, session);
      if (mayJoin()) session.admit(participant, mode, params.size, false);
      else participant.dismiss(NOT_JOINABLE);
    } catch (error) {
      this.#parts.report(error);
      participant.dismiss(refusal(error));
    }
  }

  async #requireJoinKey(participant: Participant, mode: SessionMember['mode'], session: Session): Promise<void> {
    const { credentials, watch, inventory } = this.#parts;
    const release = session.expect(participant, mode);
    try {
      await proveByKey(credentials, participant);
      const refused = sessionRefusal(session, watch, inventory)(participant.info, mode);
      if (refused !== undefined) throw new TargetError(refused);
    } finally {
      release();
    }
  }

  /** Roles and locks may have changed since the socket was opened, and the key that was used may be locked. */
  #requireLogin(participant: Participant, target: LoginTarget): void {
    const refused = this.#parts.watch.loginRefusal(participant.info, target);
    if (refused !== undefined) throw new TargetError(refused);
  }

  #requireUnlocked({ caller, remoteAddr }: Visitor, { login, node }: SessionTarget): void {
    const lock = this.#parts.locks.inForce({ ...lockSubject(caller), ...lockedNode(node, login) });
    if (!lock) return;
    this.#parts.audit.refuse('session.rejected', {
      user: caller.user.name,
      login,
      namespace: 'default',
      proto: node.pod ? 'kube' : 'ssh',
      server_id: serverIdOf(node),
      'addr.local': node.addr,
      'addr.remote': remoteAddr,
      max: 0,
      reason: lockText(lock),
    });
    throw lockInForce(lock);
  }

  #forget(session: Session): void {
    this.#sessions.delete(session.subject.id);
    this.#due.delete(session);
    this.#parts.liveSessions.remove(session.subject.id);
    this.#reportIdle();
  }

  /** The number of open terminals that a user has opened. */
  begunBy(user: string): number {
    const running = [...this.#sessions.values()].map(({ subject }) => subject.owner);
    const opening = [...this.#opening.keys()].map(({ info }) => info);
    return [...running, ...opening].filter((owner) => owner.user === user).length;
  }

  get #isIdle(): boolean {
    return this.#sessions.size + this.#opening.size === 0;
  }

  #reportIdle(): void {
    if (this.#isIdle) for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** The same target, which stops waiting for its shell when the signal aborts. */
const abandonable = (target: Target, signal: AbortSignal): Target => ({
  node: target.node,
  open: (login, size, listener) => target.open(login, size, listener, signal),
});

const targetOf = ({ subject }: Session): SessionTarget => ({ login: subject.login, node: subject.target.node });

const admitSocket = (socket: WebSocket, visitor: Visitor, { keepAliveMs }: ConnectParams, rules: SessionConfig) =>
  new Participant(socket, toParticipantInfo(visitor, rules), keepAliveMs ?? KEEP_ALIVE_MS);
