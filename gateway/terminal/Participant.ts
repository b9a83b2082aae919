// One terminal socket. It knows the protocol's frames, its own pace and whether the other side still answers; what its
// messages do to the session is the session's business.
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
import { closeFrameReason, closeFrames, type CloseReason, type LeaveCause } from './closeReason.ts';
import { KeepAlive } from './KeepAlive.ts';
import type { Limits } from './limits.ts';
import { RoundTrips } from './RoundTrips.ts';

/** Bytes on their way to the browser at which the shell has to wait, and at which it may go on. */
const HIGH_BYTES = 512 * 1024;
const LOW_BYTES = 128 * 1024;
/** So much waits only where the shell is not what fills it: what others do here comes without asking. */
const WAITING_MAX_BYTES = 16 * 1024 * 1024;
/** What is kept of input before there is a shell; the rest waits in the socket. */
const EARLY_MAX_BYTES = 64 * 1024;
/** Of a frame that is no input: the longest is a request for a file, with a path of 4096 bytes. */
const CONTROL_MAX_BYTES = 64 * 1024;
/** How long a socket may take nothing at all while others wait for it. */
const STALL_MS = 5000;
const NO_BYTES = new Uint8Array();

export type ParticipantListener = {
  input(bytes: Uint8Array): void;
  resize(size: TermSize): void;
  fileRequest(request: FileRequest): void;
  fileDecision(decision: FileDecision): void;
  /** A client that asked is to be told how its connection does. Without it nobody may ask. */
  roundTrip?: (ms: number) => void;
  /** Has not taken a byte for a while; see `behind`. */
  stalled(): void;
  /** `behind` changed. */
  pressure(): void;
  leave(how: LeaveCause): void;
};

export type ParticipantInfo = {
  user: string;
  /** Held now: the session renews them. */
  roles: readonly string[];
  /** Sign-in that the socket was opened with: a sign-out ends it. */
  loginId: string;
  /** address:port */
  remoteAddr: string;
  limits: Limits;
  /** The device that confirmed the session, where it asked for one. */
  mfaDevice?: string;
  /** The device that the sign-in was made with. */
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
  /** Since the client asked. */
  #roundTrips: RoundTrips | undefined;
  /** Of a question that waits for its answer. */
  #answered: ((payload: Uint8Array | undefined) => void) | undefined;
  /** What came before anybody attended to it. */
  #early: Buffer[] = [];
  #earlyBytes = 0;
  #gone = new AbortController();
  #behind = false;
  /** The client asked for no output. */
  #holds = false;
  #holdsInput = false;
  #stall: NodeJS.Timeout | undefined;
  #over = false;

  /** Nothing is read before `attend`: what a client sends early waits in its socket (streams §3.3). */
  constructor(socket: WebSocket, info: ParticipantInfo, keepAliveMs: number) {
    this.#socket = socket;
    this.info = info;
    socket.pause();
    socket.on('message', (data, isBinary) => this.#message(data, isBinary));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#leave('gone'));
    this.#keepAlive = new KeepAlive(socket, keepAliveMs, () => this.#leave('fault'));
  }

  /** While a shell is on its way: told when the client has disconnected. What the client sends meanwhile is kept. */
  awaitShell(): AbortSignal {
    if (!this.#over) this.#socket.resume();
    return this.#gone.signal;
  }

  /** True while the client takes less than it is given. */
  get behind(): boolean {
    return this.#behind;
  }

  attend(listener: ParticipantListener): void {
    if (this.#over) return listener.leave('gone'); // while the shell was being opened
    this.#listener = listener;
    this.#socket.resume();
    queueMicrotask(() => {
      for (const frame of this.#early.splice(0)) this.#message(frame, true);
    });
  }

  /**
   * Asks the client for a hardware key. The very next frame is taken for the answer, whatever its letter (streams §3.4);
   * undefined where none came in time, or nobody is there any more.
   */
  async ask(challenge: string, waitMs: number): Promise<Uint8Array | undefined> {
    if (this.#over) return undefined;
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

  /** How its connection does: `browserMs` to the browser and back; `recorded`: the session is being recorded. */
  sendLatency(measured: { browserMs: number; recorded: boolean }): void {
    const idleLimitMs = this.info.limits.idleMs || undefined;
    this.send(encodeEnvelope(FRAME_TYPE.latency, encodeLatency({ ...measured, serverMs: undefined, idleLimitMs })));
  }

  /** Frames are shared by all participants: nobody changes them. */
  send(frame: Uint8Array): void {
    if (this.#over) return;
    this.sent += frame.length;
    this.#socket.send(frame, () => this.#judgePace());
    if (this.#socket.bufferedAmount > WAITING_MAX_BYTES) return this.#drop();
    this.#judgePace();
  }

  /** The shell does not read: neither does this socket until told otherwise. */
  holdInput(hold: boolean): void {
    if (this.#over) return;
    this.#keepAlive.hold(hold);
    this.#roundTrips?.forget();
    this.#holdsInput = hold;
    // A shell that waits for its output to be taken may be the reason: and nobody reads here when the client asks for it.
    if (hold) this.unhold();
    if (hold) this.#socket.pause();
    else this.#socket.resume();
  }

  /** Output comes again without having been asked for; false where it was not the client's wish that held it up. */
  unhold(): boolean {
    const held = this.#holds && this.#socket.bufferedAmount <= HIGH_BYTES;
    this.#hold(false);
    return held;
  }

  /** The last call: says why and closes. The client has its close frame after the protocol's own end (streams §1.5). */
  dismiss(closeReason: CloseReason): void {
    if (this.#over) return;
    for (const frame of closeFrames(closeReason, new Date())) this.send(frame);
    this.#finish();
    this.#socket.resume(); // or the close frame of the other side would never be seen
    if (closeReason.kind === 'silent') this.#socket.terminate();
    else if (closeReason.kind === 'finished') this.#socket.close();
    else this.#socket.close(1000, closeFrameReason(closeReason));
  }

  /** No words and no close frame: they would wait behind the rest. */
  #drop(): void {
    const listener = this.#listener;
    this.#finish();
    this.#socket.terminate();
    queueMicrotask(() => listener?.leave('gone')); // not while frames are handed to everybody
  }

  #leave(how: LeaveCause): void {
    if (this.#over) return;
    this.#listener?.leave(how);
    this.#finish();
  }

  #finish(): void {
    this.#over = true;
    this.#gone.abort();
    this.#answer(undefined);
    this.#keepAlive.dispose();
    this.#roundTrips?.dispose();
    clearTimeout(this.#stall);
  }

  #message(data: RawData, isBinary: boolean): void {
    if (this.#over) return;
    try {
      // Text frames and anything that is no envelope are input errors (streams §3.9).
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
    this.#early.push(frame);
    this.#earlyBytes += frame.length;
    if (this.#earlyBytes > EARLY_MAX_BYTES) this.#socket.pause();
  }

  #answer(payload: Uint8Array | undefined): void {
    const answered = this.#answered;
    if (!answered) return;
    this.#answered = undefined;
    if (!this.#listener && !this.#over) this.#socket.pause();
    answered(payload);
  }

  #handle(frame: Uint8Array): void {
    const { type, payload } = decodeEnvelope(frame);
    if (type !== FRAME_TYPE.raw && frame.length > CONTROL_MAX_BYTES)
      throw new WireError('terminal: the frame is too long');
    if (!isClientFrameType(type)) throw unexpectedFrame(type);
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

  #measure(tell: (ms: number) => void): void {
    this.#roundTrips ??= new RoundTrips(this.#socket, tell);
  }

  #hold(holds: boolean): void {
    this.#holds = holds && !this.#holdsInput;
    this.#judgePace();
  }

  #judgePace(): void {
    const waiting = this.#socket.bufferedAmount;
    const behind = !this.#over && (this.#holds || (this.#behind ? waiting > LOW_BYTES : waiting > HIGH_BYTES));
    if (behind === this.#behind) return;
    this.#behind = behind;
    clearTimeout(this.#stall);
    if (behind) this.#watchStall(waiting);
    this.#listener?.pressure();
  }

  #watchStall(waiting: number): void {
    this.#stall = setTimeout(() => {
      const now = this.#socket.bufferedAmount;
      if (now >= waiting) this.#listener?.stalled();
      if (!this.#over) this.#watchStall(now);
    }, STALL_MS);
  }
}
