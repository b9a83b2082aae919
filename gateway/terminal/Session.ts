// A shell that people share. It owns the shell, knows who takes part, and has everything written down.
import type { Dispose } from '../../src/lib/disposables.ts';
import { SESSION_LINGER_MS } from '../../src/wire/constants.ts';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { Chronicle, type ChronicleParts } from './Chronicle.ts';
import type { Farewell } from './farewell.ts';
import { watchLimits } from './limits.ts';
import { FRAME_MAX_BYTES, OutputFrames } from './OutputFrames.ts';
import type { Attendee, Leaving, Participant } from './Participant.ts';
import { judgeKeys, type Party } from './party.ts';
import { TargetError, type Shell, type ShellEnd, type Target } from './target.ts';

/** What everybody is told when the shell is ended from outside (streams §3.9). */
const TERMINATED: Farewell = { kind: 'status', status: 255 };

/** How long output of a flood is gathered; nobody sees it, and it is a third of a frame of the screen. */
const GATHER_MS = 5;
/** More in one go than a person types and a prompt answers. */
const FLOOD_BYTES = 2048;

export type SessionSubject = {
  id: string;
  login: string;
  target: Target;
  /** Whose session it is. */
  owner: Attendee;
  /** Roles of the owner when the session began: they say who may join. */
  ownerRoles: readonly string[];
  /** Without a recording there must be no session (role option `record_session`). */
  recordStrictly: boolean;
};

export type SessionParts = ChronicleParts & {
  /** The session is over and written down. */
  ended: (session: Session) => void;
};

type State =
  | { kind: 'starting' }
  | { kind: 'running'; shell: Shell }
  /** Everybody has been told; the shell is on its way out. */
  | { kind: 'ending' }
  | { kind: 'ended' };

export class Session {
  readonly subject: SessionSubject;
  readonly createdMs: number;
  #parts: SessionParts;
  #chronicle: Chronicle;
  #state: State = { kind: 'starting' };
  #parties: Party[] = [];
  #output: Uint8Array[] = [];
  #outputBytes = 0;
  #flushed = { bytes: 0, atMs: 0 };
  #paused = false;
  #frames = new OutputFrames();
  #linger: Dispose | undefined;

  private constructor(subject: SessionSubject, parts: SessionParts, chronicle: Chronicle) {
    this.subject = subject;
    this.#parts = parts;
    this.#chronicle = chronicle;
    this.createdMs = parts.clock.now();
  }

  /**
   * Opens the shell; nobody takes part yet: admit the owner at once. Rejects with a TargetError where there is no shell
   * to be had.
   */
  static async open(subject: SessionSubject, size: TermSize, parts: SessionParts): Promise<Session> {
    const { id, login, target, owner } = subject;
    const chronicle = await Chronicle.open(
      parts,
      { sid: id, login, user: owner.user, remoteAddr: owner.remoteAddr, node: target.node },
      { pressure: () => session.#pace(), failed: () => session.#recordingFailed() },
    );
    const session = new Session(subject, parts, chronicle);
    let shell: Shell | undefined;
    try {
      session.#demandRecording();
      shell = await target.open(login, size, {
        output: (bytes) => session.#printed(bytes),
        drained: () => session.#holdInput(false),
        end: (end) => session.#shellEnded(end),
      });
      session.#demandRecording();
      chronicle.started();
      session.#state = { kind: 'running', shell };
      return session;
    } catch (error) {
      session.#state = { kind: 'ended' };
      shell?.hangUp();
      await chronicle.abandon();
      throw error;
    }
  }

  get parties(): readonly Party[] {
    return this.#parties;
  }

  /** False from the moment that its end is certain: nobody can join any more. */
  get isOpen(): boolean {
    return this.#state.kind === 'running';
  }

  get lastActiveMs(): number {
    return Math.max(this.createdMs, ...this.#parties.map((party) => party.lastActiveMs));
  }

  /** Somebody takes part from here on. The terminal has one size: that of whoever set it last (streams §3.6). */
  admit(participant: Participant, mode: Party['mode'], size: TermSize, isOpener: boolean): void {
    const { clock } = this.#parts;
    const party: Party = { participant, mode, isOpener, lastActiveMs: clock.now(), stopWatching: () => undefined };
    this.#flush();
    this.#linger?.();
    this.#parties.push(party);
    if (!isOpener) {
      this.#tell(this.#chronicle.joined(party));
      for (const frame of this.#frames.replay()) participant.send(frame);
    }
    this.#resize(party, size);
    participant.attend({
      input: (bytes) => this.#input(party, bytes),
      resize: (wanted) => this.#resize(party, wanted),
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

  /** Sign-ins are over: their sockets are dropped without a word, and what one of them began ends (streams §3.9). */
  endFor(isOver: (attendee: Attendee) => boolean): void {
    for (const party of this.#parties) {
      if (isOver(party.participant.attendee)) this.#remove(party, { kind: 'silent' });
    }
    if (isOver(this.subject.owner)) this.terminate();
  }

  /** Whoever a lock is in force for is told of it and let go; so is the session of an owner who is. */
  endLocked(lockOf: (attendee: Attendee) => string | undefined): void {
    for (const party of this.#parties) {
      const text = lockOf(party.participant.attendee);
      if (text !== undefined) this.#letGo(party, text, { kind: 'locked', text });
    }
    if (lockOf(this.subject.owner) !== undefined) this.terminate();
  }

  /** Ends the shell from outside. */
  terminate(farewell: Farewell = TERMINATED): void {
    if (this.#state.kind !== 'running') return;
    const { shell } = this.#state;
    this.#flush();
    this.#state = { kind: 'ending' };
    this.#linger?.();
    for (const party of this.#parties) this.#remove(party, farewell);
    shell.hangUp();
  }

  #printed(bytes: Uint8Array): void {
    // A PTY gives four kilobytes at a time. A few words go out at once; of a flood, what comes within a moment goes
    // together: a frame costs a browser more than its bytes.
    this.#outputBytes += bytes.length;
    const isFirst = this.#output.push(bytes) === 1;
    if (this.#outputBytes >= FRAME_MAX_BYTES) this.#flush();
    else if (isFirst && this.#floods()) setTimeout(() => this.#flush(), GATHER_MS);
    else if (isFirst) setImmediate(() => this.#flush());
  }

  #floods(): boolean {
    return this.#flushed.bytes >= FLOOD_BYTES && performance.now() - this.#flushed.atMs < GATHER_MS;
  }

  #flush(): void {
    if (this.#output.length === 0 || this.#state.kind === 'starting') return; // whatever starts it flushes
    const bytes = Buffer.concat(this.#output);
    this.#output = [];
    this.#outputBytes = 0;
    this.#flushed = { bytes: bytes.length, atMs: performance.now() };
    this.#chronicle.print(bytes);
    this.#show(this.#frames.push(bytes));
  }

  #show(frames: readonly Uint8Array[]): void {
    for (const frame of frames) this.#tell(frame);
  }

  #tell(frame: Uint8Array, except?: Party): void {
    for (const party of this.#parties) if (party !== except) party.participant.send(frame);
  }

  /** The shell waits while anybody, or the disk, takes less than it prints: nothing piles up here. */
  #pace(): void {
    if (this.#state.kind !== 'running') return;
    const slow = this.#chronicle.behind || this.#parties.some((party) => party.participant.behind);
    if (slow === this.#paused) return;
    this.#paused = slow;
    if (slow) this.#state.shell.pause();
    else this.#state.shell.resume();
  }

  /** One socket that takes nothing must not stop the shell of all others. */
  #stalled(party: Party): void {
    if (this.#parties.length > 1) this.#leave(party, 'gone');
  }

  #input(party: Party, bytes: Uint8Array): void {
    if (this.#state.kind !== 'running') return;
    party.lastActiveMs = this.#parts.clock.now();
    switch (judgeKeys(party.mode, bytes)) {
      case 'type':
        if (!this.#state.shell.write(bytes)) this.#holdInput(true);
        return;
      case 'leave':
        return this.#leave(party, 'wish');
      case 'terminate':
        this.#remove(party, { kind: 'over' });
        return this.terminate();
      case 'ignore':
        return;
    }
  }

  #holdInput(hold: boolean): void {
    for (const { participant, mode } of this.#parties) if (mode === 'peer') participant.holdInput(hold);
  }

  #resize(party: Party, size: TermSize): void {
    if (this.#state.kind !== 'running') return;
    party.lastActiveMs = this.#parts.clock.now();
    this.#flush();
    this.#state.shell.resize(size);
    this.#tell(this.#chronicle.resized(party, size), party);
  }

  #leave(party: Party, how: Leaving): void {
    this.#remove(party, FAREWELLS[how]);
    if (how === 'fault') this.#endWithout(party);
    if (how === 'wish' && this.#parties.length === 0 && this.#isOwner(party)) this.terminate();
  }

  /** The log is told why. */
  #letGo(party: Party, reason: string, farewell: Farewell): void {
    this.#chronicle.disconnected(party, reason);
    this.#remove(party, farewell);
    this.#endWithout(party);
  }

  /** An owner who had to leave takes the session along (streams §3.8), unless there through another socket. */
  #endWithout(party: Party): void {
    if (this.#isOwner(party) && !this.#parties.some((other) => this.#isOwner(other))) this.terminate();
  }

  #isOwner({ participant: { attendee } }: Party): boolean {
    return attendee.user === this.subject.owner.user;
  }

  /** A shell without anybody waits a while for somebody to come back (streams §3.8). */
  #remove(party: Party, farewell: Farewell): void {
    if (!this.#parties.includes(party)) return;
    this.#flush();
    this.#parties = this.#parties.filter((other) => other !== party);
    party.stopWatching();
    party.participant.dismiss(farewell);
    this.#tell(this.#chronicle.left(party));
    this.#pace();
    if (this.#parties.length === 0 && this.isOpen)
      this.#linger = this.#parts.clock.after(SESSION_LINGER_MS, () => this.terminate());
  }

  #demandRecording(): void {
    const { trouble } = this.#chronicle;
    if (trouble && this.subject.recordStrictly) throw new TargetError(notRecorded(trouble));
  }

  #recordingFailed(): void {
    const { trouble } = this.#chronicle;
    if (trouble && this.subject.recordStrictly) this.terminate({ kind: 'refused', text: `\n${notRecorded(trouble)}` });
  }

  #shellEnded(end: ShellEnd): void {
    if (this.#state.kind === 'ended') return;
    this.#flush();
    this.#show(this.#frames.flush());
    this.#state = { kind: 'ended' };
    this.#linger?.();
    for (const party of this.#parties) this.#remove(party, toFarewell(end));
    this.#chronicle
      .end()
      .catch(this.#parts.report)
      .finally(() => this.#parts.ended(this));
  }
}

const FAREWELLS: Record<Leaving, Farewell> = {
  wish: { kind: 'over' },
  gone: { kind: 'silent' },
  fault: { kind: 'input-error' },
};

/** The shell's own end, as participants are told of it (streams §3.9). */
function toFarewell(end: ShellEnd): Farewell {
  if (end.kind === 'lost') return end;
  return end.status === 0 ? { kind: 'over' } : { kind: 'status', status: end.status };
}

const notRecorded = ({ message }: Error): string =>
  `This session has to be recorded and cannot be: ${message}. Ask whoever runs the gateway to look at its disk.`;
