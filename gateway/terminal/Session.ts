// A shell that people share. It owns the shell, knows who takes part, and has everything written down.
import type { Dispose } from '../../src/lib/disposables.ts';
import { SESSION_LINGER_MS } from '../../src/wire/constants.ts';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import { encodeFileEvent, type FileEvent, type FileRequest } from '../../src/wire/terminal/fileTransfer.ts';
import { encodeLatency } from '../../src/wire/terminal/latency.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { reason } from '../config/files.ts';
import { SessionRecorder, notRecorded, type SessionRecorderParts } from './SessionRecorder.ts';
import {
  CLOSE_REASON_OF,
  refusal,
  terminated,
  toCloseReason,
  type CloseReason,
  type LeaveCause,
} from './closeReason.ts';
import { FileRequests } from './FileRequests.ts';
import { watchLimits } from './limits.ts';
import { Moderation } from './Moderation.ts';
import { NOTICES } from './notices.ts';
import type { ParticipantInfo, Participant } from './Participant.ts';
import { judgeHeldKeys, judgeKeys, toAttending, type SessionMember } from './sessionMember.ts';
import { Screen } from './Screen.ts';
import { SessionShell } from './SessionShell.ts';
import type { SessionSubject } from './sessionSubject.ts';
import { TargetError } from './target.ts';

export type SessionParts = SessionRecorderParts & {
  clusterName: () => string;
  /** The session is over and written down. */
  ended: (session: Session) => void;
};

/** `ending`: everybody has been told; the shell is on its way out. */
type Stage = 'open' | 'ending' | 'ended';

export class Session {
  readonly subject: SessionSubject;
  readonly createdMs: number;
  #parts: SessionParts;
  #chronicle: SessionRecorder;
  #stage: Stage = 'open';
  #shell: SessionShell;
  #screen: Screen;
  #moderation: Moderation | undefined;
  #files: FileRequests;
  #linger: Dispose | undefined;
  /** Those who prove that they may join. */
  #expected = new Map<Participant, SessionMember['mode']>();

  private constructor(subject: SessionSubject, size: TermSize, parts: SessionParts, chronicle: SessionRecorder) {
    const { target, login, owner, demands } = subject;
    this.subject = subject;
    this.#shell = new SessionShell(target, login, size);
    this.#parts = parts;
    this.#chronicle = chronicle;
    this.#screen = new Screen((output) => chronicle.print(output));
    this.createdMs = parts.clock.now();
    this.#files = new FileRequests(owner.user, demands);
    if (demands.length === 0) return;
    this.#moderation = new Moderation(subject, {
      say: (text) => this.#say(text),
      start: () => void this.#start(),
      pause: () => this.#screen.hold(),
      resume: () => this.#screen.release(),
      end: () => this.terminate(),
    });
  }

  /**
   * Opens the shell, unless others are needed first; nobody takes part yet: admit the owner at once. Rejects with a
   * TargetError where there is no shell to be had.
   */
  static async open(subject: SessionSubject, size: TermSize, parts: SessionParts): Promise<Session> {
    const { id, login, target, owner } = subject;
    const chronicle = await SessionRecorder.open(
      parts,
      { sid: id, login, user: owner.user, remoteAddr: owner.remoteAddr, node: target.node },
      { pressure: () => session.#pace(), failed: () => session.#recordingFailed() },
    );
    const session = new Session(subject, size, parts, chronicle);
    try {
      session.#demandRecording();
      if (!session.#moderation) await session.#openShell();
      session.#demandRecording();
      chronicle.started();
      return session;
    } catch (error) {
      session.#stage = 'ended';
      session.#shell.hangUp();
      chronicle.unreached(error);
      await chronicle.abandon();
      throw error;
    }
  }

  get parties(): readonly SessionMember[] {
    return this.#screen.parties;
  }

  /** Everybody who takes part, or proves that they may. */
  get attendees(): ParticipantInfo[] {
    const present = this.parties.map(({ participant }) => participant);
    return [...present, ...this.#expected.keys()].map(({ attendee }) => attendee);
  }

  /** False from the moment that its end is certain: nobody can join any more. */
  get isOpen(): boolean {
    return this.#stage === 'open';
  }

  get lastActiveMs(): number {
    return Math.max(this.createdMs, ...this.parties.map((party) => party.lastActiveMs));
  }

  /** Somebody takes part from here on. The terminal has one size: that of whoever set it last (streams §3.6). */
  admit(participant: Participant, mode: SessionMember['mode'], size: TermSize, isOpener: boolean): void {
    const { clock } = this.#parts;
    const party: SessionMember = {
      participant,
      mode,
      isOpener,
      lastActiveMs: clock.now(),
      stopWatching: () => undefined,
    };
    if (!isOpener) this.#screen.flush();
    this.#linger?.();
    this.#screen.enter(party);
    if (!isOpener) {
      this.#screen.tell(this.#chronicle.joined(party));
      this.#screen.replay(party);
      for (const event of this.#files.undecided()) participant.send(this.#fileFrame(event));
    }
    this.#resize(party, size);
    this.#moderation?.entered(party, this.parties);
    if (isOpener) this.#tellTrouble();
    participant.attend({
      input: (bytes) => this.#input(party, bytes),
      resize: (wanted) => this.#resize(party, wanted),
      fileRequest: (request) => this.#tellFile(this.#files.ask(toAttending(party), request), party),
      fileDecision: (decision) => this.#tellFile(this.#files.decide(toAttending(party), decision), party),
      roundTrip: (browserMs) => participant.send(this.#latencyFrame(party, browserMs)),
      pressure: () => this.#pace(),
      stalled: () => this.#stalled(party),
      leave: (how) => this.#leave(party, how),
    });
    const { limits } = participant.attendee;
    party.stopWatching = watchLimits(
      clock,
      limits,
      () => party.lastActiveMs,
      (reason, text) => this.#letGo(party, reason, { kind: 'refused', text: `\n${text}\n` }),
    );
  }

  /** Until the answer is called, what lets participants go lets this one go, and the shell waits for it. */
  expect(participant: Participant, mode: SessionMember['mode']): Dispose {
    this.#linger?.();
    this.#expected.set(participant, mode);
    return () => {
      this.#expected.delete(participant);
      this.#waitForSomebody();
    };
  }

  /** Whether somebody may do now what everybody needed has approved here; only once (streams §3.8). */
  useFileRequest(user: string, requestId: string, wanted: FileRequest): boolean {
    return this.#files.use(user, requestId, wanted);
  }

  /** Sign-ins are over: their sockets are let go, and what one of them began ends (streams §3.9). */
  endFor(isOver: (attendee: ParticipantInfo) => boolean, farewell: CloseReason): void {
    for (const party of this.parties) {
      if (isOver(party.participant.attendee)) this.#remove(party, farewell);
    }
    for (const participant of this.#expected.keys()) if (isOver(participant.attendee)) participant.dismiss(farewell);
    if (isOver(this.subject.owner)) this.terminate();
  }

  /** Whoever may not take part any more is told why and let go; the session of an owner who may not ends. */
  endRevoked(refusal: (attendee: ParticipantInfo, mode: SessionMember['mode']) => string | undefined): void {
    for (const party of this.parties) {
      const text = refusal(party.participant.attendee, party.mode);
      if (text !== undefined) this.#letGo(party, text, { kind: 'locked', text });
    }
    for (const [participant, mode] of this.#expected) {
      const text = refusal(participant.attendee, mode);
      if (text !== undefined) participant.dismiss({ kind: 'locked', text });
    }
    if (refusal(this.subject.owner, 'peer') !== undefined) this.terminate();
  }

  /** Ends the shell from outside, or as one of the participants asks. */
  terminate(farewell: CloseReason = terminated(), by?: SessionMember): void {
    if (!this.isOpen) return;
    this.#screen.flush();
    this.#stage = 'ending';
    this.#linger?.();
    if (by) this.#remove(by, { kind: 'over' });
    for (const party of this.parties) this.#remove(party, farewell);
    if (!this.#shell.hangUp()) this.#over(farewell);
  }

  /** Rejects where there is none to be had. */
  async #openShell(): Promise<void> {
    await this.#shell.open({
      output: (bytes) => this.#screen.push(bytes),
      drained: () => this.#holdInput(false),
      end: (end) => this.#over(toCloseReason(end)),
    });
    this.#screen.turnOn();
    this.#pace(); // somebody may have fallen behind before
  }

  async #start(): Promise<void> {
    try {
      await this.#openShell();
      this.#screen.flush();
    } catch (error) {
      this.#parts.report(error);
      this.#chronicle.unreached(error);
      this.#over(refusal(error));
    }
  }

  /** Moderated sessions alone speak (streams §3.8). */
  #say(text: string): void {
    if (this.#moderation) this.#screen.say(text);
  }

  #tellFile(event: FileEvent | undefined, by: SessionMember): void {
    if (!event) return;
    this.#screen.tell(this.#fileFrame(event));
    this.#say(NOTICES.file(event, by.participant.attendee.user));
  }

  #fileFrame(event: FileEvent): Uint8Array {
    return encodeEnvelope(FRAME_TYPE.audit, encodeFileEvent(event, this.subject.id, this.#parts.clusterName()));
  }

  #latencyFrame({ participant }: SessionMember, browserMs: number): Uint8Array {
    const idleLimitMs = participant.attendee.limits.idleMs || undefined;
    const round = { browserMs, serverMs: undefined, recorded: this.#chronicle.isRecording, idleLimitMs };
    return encodeEnvelope(FRAME_TYPE.latency, encodeLatency(round));
  }

  /** The shell waits while anybody, or the disk, takes less than it prints: nothing piles up here. */
  #pace(): void {
    this.#shell.wait(this.#chronicle.behind || this.parties.some((party) => party.participant.behind));
  }

  /** One socket that takes nothing must not stop the shell of all others. */
  #stalled(party: SessionMember): void {
    if (this.parties.length > 1 && !party.participant.unhold()) this.#leave(party, 'gone');
  }

  #input(party: SessionMember, bytes: Uint8Array): void {
    if (!this.isOpen) return;
    party.lastActiveMs = this.#parts.clock.now();
    const held = this.#moderation?.holds || !this.#shell.wasOpened;
    switch (held ? judgeHeldKeys(party.mode, bytes) : judgeKeys(party.mode, bytes)) {
      case 'type':
        if (!this.#shell.write(bytes)) this.#holdInput(true);
        return;
      case 'leave':
        return this.#leave(party, 'wish');
      case 'terminate':
        this.#say(NOTICES.endedBy(party.participant.attendee.user));
        return this.terminate(terminated(`${party.participant.attendee.user} ended the session`), party);
      case 'ignore':
        return;
    }
  }

  #holdInput(hold: boolean): void {
    for (const { participant, mode } of this.parties) if (mode === 'peer') participant.holdInput(hold);
  }

  #resize(party: SessionMember, size: TermSize): void {
    if (!this.isOpen) return;
    party.lastActiveMs = this.#parts.clock.now();
    this.#screen.flush();
    this.#shell.resize(size);
    this.#screen.tell(this.#chronicle.resized(party, size), party);
  }

  #leave(party: SessionMember, how: LeaveCause): void {
    this.#remove(party, CLOSE_REASON_OF[how]);
    if (how === 'fault') this.#endWithout(party);
    if (how === 'wish' && this.parties.length === 0 && this.#isOwner(party)) this.terminate();
  }

  /** The log is told why. */
  #letGo(party: SessionMember, reason: string, farewell: CloseReason): void {
    this.#chronicle.disconnected(party, reason);
    this.#remove(party, farewell);
    this.#endWithout(party);
  }

  /** An owner who had to leave takes the session along (streams §3.8), unless there through another socket. */
  #endWithout(party: SessionMember): void {
    if (!this.#isOwner(party) || this.parties.some((other) => this.#isOwner(other))) return;
    this.terminate(terminated(`its owner ${this.subject.owner.user} has left`));
  }

  #isOwner({ participant: { attendee } }: SessionMember): boolean {
    return attendee.user === this.subject.owner.user;
  }

  #remove(party: SessionMember, farewell: CloseReason): void {
    if (!this.parties.includes(party)) return;
    this.#screen.flush();
    this.#screen.leave(party);
    party.stopWatching();
    party.participant.dismiss(farewell);
    this.#screen.tell(this.#chronicle.left(party));
    this.#pace();
    if (!this.isOpen) return;
    this.#moderation?.left(party, this.parties);
    this.#waitForSomebody();
  }

  /** A shell without anybody waits a while for somebody to come back (streams §3.8). */
  #waitForSomebody(): void {
    if (this.isOpen && this.parties.length + this.#expected.size === 0)
      this.#linger = this.#parts.clock.after(SESSION_LINGER_MS, () => this.terminate());
  }

  #demandRecording(): void {
    const { trouble } = this.#chronicle;
    if (trouble && this.subject.recordStrictly) throw new TargetError(notRecorded(trouble));
  }

  #recordingFailed(): void {
    const { trouble } = this.#chronicle;
    if (trouble && this.subject.recordStrictly) this.terminate({ kind: 'refused', text: `\n${notRecorded(trouble)}` });
    else this.#tellTrouble();
  }

  #tellTrouble(): void {
    const { trouble } = this.#chronicle;
    if (trouble) this.#screen.say(NOTICES.unrecorded(reason(trouble)));
  }

  /** Nothing comes any more: whoever is still there is told so, and the end is written down. */
  #over(farewell: CloseReason): void {
    if (this.#stage === 'ended') return;
    this.#screen.end();
    this.#stage = 'ended';
    this.#linger?.();
    for (const party of this.parties) this.#remove(party, farewell);
    for (const participant of this.#expected.keys()) participant.dismiss(farewell);
    this.#chronicle
      .end()
      .catch(this.#parts.report)
      .finally(() => this.#parts.ended(this));
  }
}
