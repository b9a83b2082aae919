// One terminal socket: its frames, its flow control and its keep-alive. The session decides what the messages do.
import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import {
  decodeFileDecision,
  decodeFileRequest,
  type FileDecision,
  type FileRequest,
} from '../../src/wire/terminal/fileTransfer.ts';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { decodeEnvelope, encodeEnvelope, WireError } from '../../src/wire/envelope.ts';
import { decodeHold, encodeLatency } from '../../src/wire/terminal/frames.ts';
import { FRAME_TYPE, isClientFrameType } from '../../src/wire/terminal/frameTypes.ts';
import { decodeResize, type TermSize } from '../../src/wire/terminal/resize.ts';
import type { Rate } from '../http/limits.ts';
import { RateLimit } from '../http/rateLimit.ts';
import { closeFrameReason, closeFrames, type CloseReason, type LeaveCause } from './closeReason.ts';
import { KeepAlive } from './KeepAlive.ts';
import type { Limits } from './limits.ts';
import { RoundTrips } from './RoundTrips.ts';

/** Unsent bytes at which the shell has to pause, and at which it may continue. */
const HIGH_BYTES = 512 * 1024;
const LOW_BYTES = 128 * 1024;
/**
 * Unsent bytes at which the socket is dropped. The shell pauses long before, but frames about other participants still
 * come.
 */
const WAITING_MAX_BYTES = 16 * 1024 * 1024;
/** Input that is stored before there is a shell. The rest waits in the socket. */
const EARLY_MAX_BYTES = 64 * 1024;
/** The limit of a frame that carries no input. The longest is a file request with a path of 4096 bytes. */
const CONTROL_MAX_BYTES = 64 * 1024;
/**
 * The rate of frames that carry no input: all participants get what they cause, and it is recorded. Of those above it,
 * the last of each type counts, a moment later.
 */
const CONTROL_RATE: Rate = { perMinute: 6000, burst: 1000 };
const CONTROL_WAIT_MS = 100;
/** A socket that accepts less in this time counts as stalled: it does not keep other participants waiting. */
const STALL_MS = 5000;
const STALL_BYTES = 64 * 1024;
/** The part of the time in which a client may hold the output of others. Otherwise it could hold it again and again. */
const HOLD_SHARE = 0.1;
const NO_BYTES = new Uint8Array();

export type ParticipantListener = {
  input(bytes: Uint8Array): void;
  resize(size: TermSize): void;
  fileRequest(request: FileRequest): void;
  fileDecision(decision: FileDecision): void;
  /** Gets each round trip, for a client that asked for them. If it is absent, clients cannot ask. */
  roundTrip?: (ms: number) => void;
  /** The socket has accepted next to nothing for a while. See `behind`. */
  stalled(): void;
  /** `behind` changed. */
  pressure(): void;
  leave(how: LeaveCause): void;
};

export type ParticipantInfo = {
  user: string;
  /** Current roles: the session renews them. */
  roles: readonly string[];
  /** The sign-in that opened the socket. A sign-out ends it. */
  loginId: string;
  /** address:port */
  remoteAddr: string;
  limits: Limits;
  /** The device that confirmed the session, if it required one. */
  mfaDevice?: string;
  /** The device of the sign-in. */
  signInDevice?: string;
};

const unexpectedFrame = (type: string): WireError => new WireError(`terminal: unknown type ${JSON.stringify(type)}`);

export class Participant {
  readonly id = randomUUID();
  info: ParticipantInfo;
  /** Bytes from and to the client, for the audit log. */
  received = 0;
  sent = 0;
  #socket: WebSocket;
  #listener: ParticipantListener | undefined;
  #keepAlive: KeepAlive;
  /** Present once the client has asked for round trips. */
  #roundTrips: RoundTrips | undefined;
  /** Resolves the pending `ask`. */
  #answered: ((payload: Uint8Array | undefined) => void) | undefined;
  /** Frames that came before `attend`. */
  #earlyFrames: Buffer[] = [];
  #earlyBytes = 0;
  #controls = new RateLimit(() => performance.now(), CONTROL_RATE);
  /** The last frame of each type above the rate. */
  #delayedFrames = new Map<string, Buffer>();
  #lateTimer: NodeJS.Timeout | undefined;
  #closing = new AbortController();
  #isBehind = false;
  /** The client asked to pause output. */
  #holds = false;
  /** How long the client may hold the output of others, at the time of its last hold. */
  #patienceMs = STALL_MS;
  #holdsAtMs = performance.now();
  /** The hold began while the socket accepted data. Output that was on its way may have filled it since. */
  #isBehindByHold = false;
  #holdsInput = false;
  #stall: NodeJS.Timeout | undefined;
  #isOver = false;

  /** Nothing is read before `attend` or `awaitShell`: early frames wait in the socket (streams §3.3). */
  constructor(socket: WebSocket, info: ParticipantInfo, keepAliveMs: number) {
    this.#socket = socket;
    this.info = info;
    socket.pause();
    socket.on('message', (data, isBinary) => this.#message(data, isBinary));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#leave('gone'));
    this.#keepAlive = new KeepAlive(socket, keepAliveMs, () => this.#leave('fault'));
  }

  /**
   * Call this while the shell is being opened. The signal aborts when the client disconnects. Input until then is
   * stored.
   */
  awaitShell(): AbortSignal {
    if (!this.#isOver) this.#socket.resume();
    return this.#closing.signal;
  }

  /** True while the client accepts less than it is sent. */
  get behind(): boolean {
    return this.#isBehind;
  }

  attend(listener: ParticipantListener): void {
    if (this.#isOver) return listener.leave('gone'); // the client left while the shell was being opened
    this.#listener = listener;
    this.#socket.resume();
    queueMicrotask(() => {
      for (const frame of this.#earlyFrames.splice(0)) this.#message(frame, true);
    });
  }

  /**
   * Asks the client for a hardware key. The next frame of any type counts as the answer (streams §3.4). undefined if no
   * answer came in time or the client has disconnected.
   */
  async ask(challenge: string, waitMs: number): Promise<Uint8Array | undefined> {
    if (this.#isOver) return undefined;
    const answer = new Promise<Uint8Array | undefined>((resolve) => (this.#answered = resolve));
    const tooLate = setTimeout(() => this.#answer(undefined), waitMs);
    this.send(encodeEnvelope(FRAME_TYPE.challenge, challenge));
    this.#socket.resume();
    try {
      return await answer;
    } finally {
      clearTimeout(tooLate);
    }
  }

  /**
   * Reports the quality of the connection. `browserMs`: round trip to the browser; `recorded`: the session is being
   * recorded.
   */
  sendLatency(measured: { browserMs: number; recorded: boolean }): void {
    const idleLimitMs = this.info.limits.idleMs || undefined;
    this.send(encodeEnvelope(FRAME_TYPE.latency, encodeLatency({ ...measured, serverMs: undefined, idleLimitMs })));
  }

  /** All participants share the frame: do not change it. */
  send(frame: Uint8Array): void {
    if (this.#isOver) return;
    this.sent += frame.length;
    this.#socket.send(frame, () => this.#judgePace());
    if (this.#socket.bufferedAmount > WAITING_MAX_BYTES) return this.#drop();
    this.#judgePace();
  }

  /** The shell does not read its input, so this socket is not read either until `hold` is false. */
  holdInput(hold: boolean): void {
    if (this.#isOver) return;
    this.#keepAlive.hold(hold);
    this.#roundTrips?.forget();
    this.#holdsInput = hold;
    // The shell may be waiting for a client that paused its output. That client cannot resume it while its socket is
    // not read.
    if (hold) this.unhold();
    if (hold) this.#socket.pause();
    else this.#socket.resume();
  }

  /** Resumes output that the client paused. False if the client's pause was not the reason for the delay. */
  unhold(): boolean {
    const isHeld = this.#holds && (this.#isBehindByHold || this.#socket.bufferedAmount <= HIGH_BYTES);
    this.#hold(false);
    return isHeld;
  }

  /**
   * The last call: sends the reason and closes the socket. The close frame follows the end that the protocol defines
   * (streams §1.5).
   */
  dismiss(closeReason: CloseReason): void {
    if (this.#isOver) return;
    for (const frame of closeFrames(closeReason, new Date())) this.send(frame);
    this.#finish();
    this.#socket.resume(); // otherwise the client's close frame is never read
    if (closeReason.kind === 'silent') this.#socket.terminate();
    else if (closeReason.kind === 'finished') this.#socket.close();
    else this.#socket.close(1000, closeFrameReason(closeReason));
  }

  /** Sends no reason and no close frame: they would wait behind the unsent bytes. */
  #drop(): void {
    const listener = this.#listener;
    this.#finish();
    this.#socket.terminate();
    queueMicrotask(() => listener?.leave('gone')); // not while a frame is being sent to all participants
  }

  #leave(how: LeaveCause): void {
    if (this.#isOver) return;
    this.#listener?.leave(how);
    this.#finish();
  }

  #finish(): void {
    this.#isOver = true;
    this.#closing.abort();
    this.#answer(undefined);
    this.#keepAlive.dispose();
    this.#roundTrips?.dispose();
    clearTimeout(this.#stall);
    clearTimeout(this.#lateTimer);
  }

  #message(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return;
    try {
      // Text frames and invalid envelopes are input errors (streams §3.9).
      if (!isBinary || !(data instanceof Buffer)) throw new WireError('terminal: not a binary frame');
      if (this.#answered) this.#answer(decodeEnvelope(data).payload);
      else if (!this.#listener) return this.#keep(data);
      else this.#handle(data);
      this.received += data.length;
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (this.#answered) this.#answer(NO_BYTES);
      else this.#leave('fault');
    }
  }

  #keep(frame: Buffer): void {
    this.#earlyFrames.push(frame);
    this.#earlyBytes += frame.length;
    if (this.#earlyBytes > EARLY_MAX_BYTES) this.#socket.pause();
  }

  #handleLate(type: string, frame: Buffer): void {
    this.#delayedFrames.set(type, frame);
    this.#lateTimer ??= setTimeout(() => {
      this.#lateTimer = undefined;
      for (const late of [...this.#delayedFrames.values()]) this.#message(late, true);
    }, CONTROL_WAIT_MS);
  }

  #answer(payload: Uint8Array | undefined): void {
    const answered = this.#answered;
    if (!answered) return;
    this.#answered = undefined;
    if (!this.#listener && !this.#isOver) this.#socket.pause();
    answered(payload);
  }

  #handle(frame: Buffer): void {
    const { type, payload } = decodeEnvelope(frame);
    if (type !== FRAME_TYPE.raw) {
      if (frame.length > CONTROL_MAX_BYTES) throw new WireError('terminal: the frame is too long');
      if (!isClientFrameType(type)) throw unexpectedFrame(type);
      if (!this.#controls.allows(this.id)) return this.#handleLate(type, frame);
      this.#delayedFrames.delete(type); // this frame is newer
    }
    switch (type) {
      case FRAME_TYPE.raw:
        return this.#listener?.input(payload);
      case FRAME_TYPE.resize:
        return this.#listener?.resize(decodeResize(fromUtf8(payload)));
      case FRAME_TYPE.fileRequest:
        return this.#listener?.fileRequest(decodeFileRequest(fromUtf8(payload)));
      case FRAME_TYPE.fileDecision:
        return this.#listener?.fileDecision(decodeFileDecision(fromUtf8(payload)));
      case FRAME_TYPE.hold:
        return this.#hold(decodeHold(fromUtf8(payload)));
      case FRAME_TYPE.latency:
        if (!this.#listener?.roundTrip) throw unexpectedFrame(type);
        return this.#measure(this.#listener.roundTrip);
      case FRAME_TYPE.close:
        return this.#leave('wish');
      // `ask` reads the answers.
      case FRAME_TYPE.challenge:
        throw unexpectedFrame(type);
      default:
        return type satisfies never;
    }
  }

  #measure(report: (ms: number) => void): void {
    this.#roundTrips ??= new RoundTrips(this.#socket, report);
  }

  #hold(holds: boolean): void {
    const now = performance.now();
    const passedMs = now - this.#holdsAtMs;
    this.#holdsAtMs = now;
    this.#patienceMs += this.#holds ? -passedMs : passedMs * HOLD_SHARE;
    this.#patienceMs = Math.min(STALL_MS, Math.max(0, this.#patienceMs));
    this.#holds = holds && !this.#holdsInput;
    this.#judgePace();
  }

  #judgePace(): void {
    const waiting = this.#socket.bufferedAmount;
    const behind = !this.#isOver && (this.#holds || (this.#isBehind ? waiting > LOW_BYTES : waiting > HIGH_BYTES));
    if (behind === this.#isBehind) return;
    this.#isBehind = behind;
    clearTimeout(this.#stall);
    this.#isBehindByHold = this.#holds && waiting <= HIGH_BYTES;
    if (behind) this.#watchStall(waiting, this.#isBehindByHold ? this.#patienceMs : STALL_MS);
    this.#listener?.pressure();
  }

  #watchStall(waiting: number, afterMs: number): void {
    this.#stall = setTimeout(() => {
      const now = this.#socket.bufferedAmount;
      if (waiting - now < STALL_BYTES) this.#listener?.stalled();
      if (!this.#isOver) this.#watchStall(now, STALL_MS);
    }, afterMs);
  }
}
