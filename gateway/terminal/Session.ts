// A shell that participants share. It owns the shell, knows its participants, and has everything recorded.
import type { Dispose } from '../../src/lib/disposables.ts';
import { isSameValue } from '../../src/lib/moves.ts';
import { SESSION_LINGER_MS } from '../../src/wire/constants.ts';
import type { FileEvent, FileRequest } from '../../src/wire/terminal/fileTransfer.ts';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { reason } from '../config/files.ts';
import { SessionRecorder, notRecorded, type SessionRecorderParts } from './SessionRecorder.ts';
import {
  endedWithOwner,
  LEAVE_REASONS,
  refusal,
  terminated,
  toCloseReason,
  type CloseReason,
  type LeaveCause,
  type OwnerEnd,
} from './closeReason.ts';
import { fileFrame, FileRequests } from './FileRequests.ts';
import { watchLimits } from './limits.ts';
import { Moderation } from './Moderation.ts';
import { NOTICES } from './notices.ts';
import type { ParticipantInfo, Participant } from './Participant.ts';
import { departWith, FULL, makeRoom, type Departure } from './departures.ts';
import { judgeKeys, toAttending, type SessionMember, type SessionRefusal } from './sessionMember.ts';
import { Screen } from './Screen.ts';
import { SessionShell } from './SessionShell.ts';
import type { SessionSubject } from './sessionSubject.ts';

export type SessionParts = SessionRecorderParts & {
  clusterName: () => string;
  /** The session has ended and its end is recorded. */
  ended: (session: Session) => void;
  /** Does what is due to the session: users may have lost the right to it. */
  settle: (session: Session) => void;
};

export class Session {
  readonly subject: SessionSubject;
  readonly createdMs: number;
  #parts: SessionParts;
  #recorder: SessionRecorder;
  /** `ending`: all participants know the reason, and the shell is being closed. */
  #stage: 'open' | 'ending' | 'ended' = 'open';
  #shell: SessionShell;
  #screen: Screen;
  #moderation: Moderation | undefined;
  #files: FileRequests;
  #linger: Dispose | undefined;
  /** Users who still have to prove that they may join. */
  #expected = new Map<Participant, SessionMember['mode']>();

  private constructor(subject: SessionSubject, size: TermSize, parts: SessionParts, recorder: SessionRecorder) {
    const { target, login, owner, demands } = subject;
    this.subject = subject;
    this.#shell = new SessionShell(target, login, size);
    this.#parts = parts;
    this.#recorder = recorder;
    this.#screen = new Screen((output) => recorder.print(output));
    this.createdMs = parts.clock.now();
    this.#files = new FileRequests(owner.user, demands, () => this.members.map(toAttending));
    if (demands.length === 0) return;
    this.#moderation = new Moderation(subject, {
      writeLine: (text) => this.#writeLine(text),
      start: () => void this.#start(),
      pause: () => this.#screen.hold(),
      resume: () => this.#screen.release(),
      end: () => this.terminate(),
    });
  }

  /** Opens the shell, or waits for the required participants. Admit the owner at once. Rejects with a TargetError. */
  static async open(subject: SessionSubject, size: TermSize, parts: SessionParts): Promise<Session> {
    const { id, login, target, owner } = subject;
    const recorder = await SessionRecorder.open(
      parts,
      { sid: id, login, user: owner.user, remoteAddr: owner.remoteAddr, node: target.node },
      { pressure: () => session.#pace(), failed: () => session.#reportFailure() },
    );
    const session = new Session(subject, size, parts, recorder);
    try {
      recorder.demand(subject.recordStrictly);
      if (!session.#moderation) await session.#openShell();
      recorder.demand(subject.recordStrictly);
      recorder.started();
      return session;
    } catch (error) {
      session.#stage = 'ended';
      session.#shell.hangUp();
      recorder.unreached(error);
      await recorder.abandon();
      throw error;
    }
  }

  get members(): readonly SessionMember[] {
    return this.#screen.members;
  }

  /** The participants, and the users who still prove that they may join. */
  get participants(): Participant[] {
    return [...this.members.map(({ participant }) => participant), ...this.#expected.keys()];
  }

  /** False as soon as the session is ending: no one can join then. */
  get isOpen(): boolean {
    return this.#stage === 'open';
  }

  isWaiting = (): boolean => this.#moderation?.holds === true;

  get lastActiveMs(): number {
    return Math.max(this.createdMs, ...this.members.map((member) => member.lastActiveMs));
  }

  /** Adds a participant. The terminal has one size: the last that a participant set (streams §3.6). */
  admit(participant: Participant, mode: SessionMember['mode'], size: TermSize, isOpener: boolean): void {
    if (!this.isOpen) return participant.dismiss({ kind: 'over' });
    if (!makeRoom(this.members, participant, (surplus) => this.#remove(surplus))) return participant.dismiss(FULL);
    const lastActiveMs = this.#parts.clock.now();
    const member: SessionMember = { participant, mode, isOpener, lastActiveMs, stopWatching: () => undefined };
    if (!isOpener) this.#screen.flush();
    this.#linger?.();
    this.#screen.enter(member);
    if (!isOpener) {
      this.#screen.send(this.#recorder.joined(member));
      this.#screen.replay(member);
      for (const event of this.#files.openFor(toAttending(member))) participant.send(this.#fileFrame(event));
    }
    this.#resize(member, size);
    this.#moderation?.entered(member, this.members);
    if (isOpener) this.#reportFailure();
    participant.attend({
      input: (bytes) => this.#input(member, bytes),
      resize: (size) => this.#resize(member, size),
      fileRequest: (request) => this.#sendFileEvent(() => this.#files.ask(toAttending(member), request), member),
      fileDecision: (decision) => this.#sendFileEvent(() => this.#files.decide(toAttending(member), decision), member),
      roundTrip: (browserMs) => participant.sendLatency({ browserMs, recorded: this.#recorder.isRecording }),
      pressure: () => this.#pace(),
      stalled: () => this.#stalled(member),
      leave: (how) => this.#leave(member, how),
    });
    member.stopWatching = watchLimits(
      this.#parts.clock,
      participant.info.limits,
      () => member.lastActiveMs,
      (disconnected, text) => {
        this.#remove([departWith({ kind: 'refused', text: `\n${text}\n` }, disconnected)(member)]);
        this.#endWithout(member, { reason: disconnected });
      },
    );
  }

  /** A user who proves that they may join, until the result is called: revocations reach them, and the shell runs. */
  expect(participant: Participant, mode: SessionMember['mode']): Dispose {
    this.#linger?.();
    this.#expected.set(participant, mode);
    return () => {
      this.#expected.delete(participant);
      this.#waitForParticipant();
    };
  }

  /** Whether the user may now do what the required participants approved: once, not in a pause (streams §3.8). */
  useFileRequest(user: string, requestId: string, request: FileRequest): boolean {
    return !this.isWaiting() && this.#files.use(user, requestId, request);
  }

  /** Closes sockets of ended sign-ins, and their session. A newer sign-in keeps an expired one's (streams §3.9). */
  endFor(isOver: (info: ParticipantInfo) => boolean, closeReason: CloseReason, cause: 'ended' | 'expired'): void {
    this.#remove(this.members.filter(({ participant }) => isOver(participant.info)).map(departWith(closeReason)));
    for (const participant of this.#expected.keys()) if (isOver(participant.info)) participant.dismiss(closeReason);
    if (!isOver(this.subject.owner)) return;
    const newer = cause === 'expired' ? this.members.find(this.#isOwner) : undefined;
    if (newer) this.subject.owner = newer.participant.info;
    else this.terminate(endedWithOwner(this.subject.owner, cause));
  }

  /** Disconnects participants who may no longer take part, with the reason. Without its owner the session ends. */
  endRevoked(refusal: SessionRefusal, rolesOf: (user: string) => readonly string[]): void {
    const changed = this.participants.filter(({ info }) => !isSameValue(info.roles, rolesOf(info.user)));
    for (const member of changed) member.info = { ...member.info, roles: rolesOf(member.info.user) };
    const refused = this.members.flatMap((member) => {
      const text = refusal(member.participant.info, member.mode);
      return text === undefined ? [] : [departWith({ kind: 'locked', text }, text)(member)];
    });
    this.#remove(refused);
    for (const { member } of refused) this.#endWithout(member, 'revoked');
    for (const [participant, mode] of this.#expected) {
      const text = refusal(participant.info, mode);
      if (text !== undefined) participant.dismiss({ kind: 'locked', text });
    }
    if (refusal(this.subject.owner, 'peer') !== undefined)
      this.terminate(endedWithOwner(this.subject.owner, 'revoked'));
    if (changed.length > 0 && this.isOpen) this.#moderation?.recount(this.members);
  }

  /** Ends the shell, from outside or for a participant who asked for it. */
  terminate(closeReason: CloseReason = terminated(), by?: SessionMember): void {
    if (!this.isOpen) return;
    this.#screen.flush();
    this.#stage = 'ending';
    this.#linger?.();
    this.#remove(this.members.map((member) => departWith(member === by ? { kind: 'over' } : closeReason)(member)));
    if (!this.#shell.hangUp()) this.#shellEnded(closeReason);
  }

  async #openShell(): Promise<void> {
    await this.#shell.open({
      output: (bytes) => {
        this.#parts.settle(this);
        this.#screen.push(bytes);
      },
      drained: () => this.#holdInput(false),
      end: (end) => this.#shellEnded(toCloseReason(end)),
    });
    this.#screen.turnOn();
    this.#pace(); // a participant may already be behind
  }

  async #start(): Promise<void> {
    try {
      await this.#openShell();
      this.#screen.flush();
    } catch (error) {
      this.#parts.report(error);
      this.#recorder.unreached(error);
      this.#shellEnded(refusal(error));
    }
  }

  /** Only moderated sessions show notices (streams §3.8). */
  #writeLine(text: string): void {
    if (this.#moderation) this.#screen.writeLine(text);
  }

  #sendFileEvent(take: () => FileEvent | undefined, by: SessionMember): void {
    const event = this.#takesPart(by) ? take() : undefined;
    if (!event) return;
    this.#recorder.fileAsked(event, by);
    this.#screen.send(this.#fileFrame(event));
    this.#writeLine(NOTICES.file(event, by.participant.info.user));
  }

  #fileFrame = (event: FileEvent) => fileFrame(event, this.subject.id, this.#parts.clusterName());

  /** Pauses the shell while a participant or the disk accepts less than it prints, so that no output piles up here. */
  #pace(): void {
    this.#shell.wait(this.#recorder.behind || this.members.some((member) => member.participant.behind));
  }

  /** A socket that accepts next to nothing must not stop the shell for the other participants. */
  #stalled(member: SessionMember): void {
    if (this.members.length > 1 && !member.participant.unhold()) this.#leave(member, 'gone');
  }

  #input(member: SessionMember, bytes: Uint8Array): void {
    if (!this.#takesPart(member)) return;
    member.lastActiveMs = this.#parts.clock.now();
    switch (judgeKeys(member.mode, bytes, this.isWaiting() || !this.#shell.wasOpened)) {
      case 'type':
        if (!this.#shell.write(bytes)) this.#holdInput(true);
        return;
      case 'leave':
        return this.#leave(member, 'wish');
      case 'terminate':
        this.#writeLine(NOTICES.endedBy(member.participant.info.user));
        return this.terminate(terminated(`${member.participant.info.user} ended the session`), member);
      case 'ignore':
        return;
    }
  }

  /** Users who lost the right to the session do nothing more in it. */
  #takesPart(member: SessionMember): boolean {
    this.#parts.settle(this);
    return this.isOpen && this.members.includes(member);
  }

  #holdInput(hold: boolean): void {
    for (const { participant, mode } of this.members) if (mode === 'peer') participant.holdInput(hold);
  }

  #resize(member: SessionMember, size: TermSize): void {
    if (!this.#takesPart(member)) return;
    member.lastActiveMs = this.#parts.clock.now();
    this.#screen.flush();
    this.#shell.resize(size);
    this.#screen.send(this.#recorder.resized(member, size), member);
  }

  #leave(member: SessionMember, how: LeaveCause): void {
    this.#remove([departWith(LEAVE_REASONS[how])(member)]);
    if (how === 'fault') this.#endWithout(member, 'fault');
    if (how === 'wish' && this.members.length === 0 && this.#isOwner(member)) this.terminate();
  }

  /** An owner who has to leave ends the session (streams §3.8), unless the owner takes part through another socket. */
  #endWithout(member: SessionMember, cause: OwnerEnd): void {
    if (!this.#isOwner(member) || this.members.some(this.#isOwner)) return;
    this.terminate(endedWithOwner(this.subject.owner, cause));
  }

  #isOwner = ({ participant: { info } }: SessionMember): boolean => info.user === this.subject.owner.user;

  /** Those who leave together are not told about each other: with fifty sockets that would be a thousand frames. */
  #remove(departures: readonly Departure[]): void {
    const present = departures.filter(({ member }) => this.members.includes(member));
    if (present.length === 0) return;
    this.#screen.flush();
    this.#screen.leave(present.map(({ member }) => member));
    this.#recorder.together(() => {
      for (const { member, closeReason, disconnected } of present) {
        member.stopWatching();
        if (disconnected !== undefined) this.#recorder.disconnected(member, disconnected);
        member.participant.dismiss(closeReason);
        this.#screen.send(this.#recorder.memberLeft(member));
      }
    });
    this.#pace();
    if (this.isOpen) for (const { member } of present) this.#moderation?.memberLeft(member, this.members);
    this.#waitForParticipant();
  }

  /** A shell without participants waits a while for one to return (streams §3.8). */
  #waitForParticipant(): void {
    if (this.isOpen && this.members.length + this.#expected.size === 0)
      this.#linger = this.#parts.clock.after(SESSION_LINGER_MS, () => this.terminate());
  }

  #reportFailure(): void {
    const { failure } = this.#recorder;
    if (!failure) return;
    if (this.subject.recordStrictly) this.terminate({ kind: 'refused', text: `\n${notRecorded(failure)}` });
    else this.#screen.writeLine(NOTICES.unrecorded(reason(failure)));
  }

  /** The shell has ended: reports it to the remaining participants and records the end. */
  #shellEnded(closeReason: CloseReason): void {
    if (this.#stage === 'ended') return;
    this.#screen.end();
    this.#stage = 'ended';
    this.#linger?.();
    this.#remove(this.members.map(departWith(closeReason)));
    for (const participant of this.#expected.keys()) participant.dismiss(closeReason);
    const recorded = this.#recorder.end().catch(this.#parts.report);
    void recorded.finally(() => this.#parts.ended(this));
  }
}
