import type { ConnectProblem } from '../../../api/terminal.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { Emitter } from '../../../lib/emitter.ts';
import { isAbort, latestWins } from '../../../lib/latestWins.ts';
import { utf8 } from '../../../lib/encoding.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import { isTermSize } from '../../../wire/terminal/resize.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import type { SessionEvent } from '../../../wire/terminal/sessionEvents.ts';
import type { SessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { AssertionJson } from '../../../wire/webauthn.ts';
import { inputPieces } from './inputPieces.ts';
import { FirstWords } from './lastWords.ts';
import { retryDelayMs } from './sessionState.ts';
import type { Loss, LossReason, SessionState } from './sessionState.ts';
import { TerminalConnection } from './TerminalConnection.ts';
import type { TerminalSocket } from './TerminalConnection.ts';
import { WriteQueue } from './WriteQueue.ts';
import type { ByteSink } from './WriteQueue.ts';

/** A login on a server. */
export type Home = { serverId: string; login: string };

/**
 * What a session is opened on: a server and a login, or a session that runs. `mode` is the wire's (streams §3.1);
 * `home` is where the session is known to run, so that another one can be offered when it is gone.
 */
export type Target = ({ kind: 'new' } & Home) | { kind: 'join'; sid: string; mode?: string; home?: Home | undefined };

/** The one size that a shell has. `setBy`: another participant's choice, which this screen follows to the cell. */
export type SharedSize = TermSize & { setBy?: string };

export type Screen = ByteSink & { resize(size: TermSize): void };

export type SessionPorts = {
  open: (params: ConnectParams) => TerminalSocket;
  explain: (params: ConnectParams, signal: AbortSignal) => Promise<ConnectProblem>;
  clock: Clock;
};

/** Keys before the shell is there are kept up to here. */
const HELD_MAX_BYTES = 64 * 1024;
/** A shell that says nothing for so long is taken to be there. */
const SILENT_SHELL_MS = 3000;
/** A connection that held for so long was a good one: the next loss starts to count anew. */
const STEADY_MS = 10_000;

/** What is told where the person gave none and the server stopped waiting. */
const NO_FACTOR = 'it waited for a second factor and got none';

const paramsOf = (target: Target, size: TermSize): ConnectParams => {
  if (target.kind === 'new') return { ...target, size };
  const { home: _, ...join } = target;
  return { ...join, size };
};

const idle: Dispose = () => undefined;

/**
 * One terminal session over all the sockets it takes: connects, tells its state, keeps the output for a screen that may
 * come later, and rejoins by its id when the connection is lost. No React, no DOM.
 */
export class TerminalSession {
  readonly state = new ValueStore<SessionState>({ kind: 'connecting' });
  /** undefined until the server has told it. */
  readonly metadata = new ValueStore<SessionMetadata | undefined>(undefined);
  readonly size: ValueStore<SharedSize>;
  readonly output = new WriteQueue();
  /** Input that was not sent because nobody is there to take it. */
  readonly unsent = new Emitter();
  /** Joined again after a loss; the server repeats the last output next. */
  readonly rejoined = new Emitter<Loss>();
  readonly events = new Emitter<SessionEvent>();

  /** The server has asked for a second factor: file transfers of this session need one too (streams §3.4). */
  wasChallenged = false;

  #target: Target;
  #ports: SessionPorts;
  #connection: TerminalConnection | undefined;
  #explain: { run: (params: ConnectParams) => Promise<ConnectProblem>; cancel: () => void };
  #words = new FirstWords();
  /** The server's reason for opening no shell, should the session turn out to be gone. */
  #refusal: string | undefined;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #screen: Screen | undefined;
  /** What this window has room for; what the server was told last. */
  #room: TermSize;
  #told: TermSize;
  #attempt = 0;
  #liveSinceMs = Infinity;
  #timer: Dispose = idle;

  constructor(target: Target, room: TermSize, ports: SessionPorts) {
    this.#target = target;
    this.#room = this.#told = room;
    this.size = new ValueStore<SharedSize>(room);
    this.#ports = ports;
    this.#explain = latestWins((signal: AbortSignal, params: ConnectParams) => ports.explain(params, signal));
    this.#connect(target);
  }

  /** What the next connection would be for. */
  get target(): Target {
    return this.#target;
  }

  /** False where it is not known on which server this is: `startOver` would do nothing. */
  get canStartOver(): boolean {
    return this.#sameServer() !== undefined;
  }

  /** Output that has waited comes at once. */
  show(screen: Screen): Dispose {
    this.#screen = screen;
    const { setBy, ...size } = this.size.get();
    if (setBy !== undefined) screen.resize(size);
    const stop = this.output.flowTo(screen);
    return () => {
      stop();
      if (this.#screen === screen) this.#screen = undefined;
    };
  }

  /** Typed or pasted. Before the shell is there it waits; when there is none, `unsent` says so. */
  type(input: string | Uint8Array): void {
    const bytes = typeof input === 'string' ? utf8(input) : input;
    if (bytes.length === 0) return;
    const { kind } = this.state.get();
    if (kind === 'live') {
      this.#words.forget();
      for (const piece of inputPieces(bytes)) this.#connection?.type(piece);
    } else if (
      (kind === 'connecting' || kind === 'authenticating') &&
      this.#heldBytes + bytes.length <= HELD_MAX_BYTES
    ) {
      this.#held.push(bytes);
      this.#heldBytes += bytes.length;
    } else this.unsent.emit();
  }

  /** The window has room for another size now; the last one of anybody counts (streams §3.6). */
  resize(room: TermSize): void {
    if (!isTermSize(room)) return;
    this.#room = room;
    this.size.set(room);
    if (this.state.get().kind === 'live') this.#tellSize();
  }

  /** The server was found unreachable by other means; a socket alone may take minutes to notice. */
  suspect(): void {
    const { kind } = this.state.get();
    if (kind !== 'live' && kind !== 'connecting') return;
    this.#leave();
    this.#lose({ kind: 'network' });
  }

  /** A key has signed the challenge. The newest size is told once the shell is there. */
  answer(assertion: AssertionJson): void {
    if (this.state.get().kind !== 'authenticating') return;
    this.#connection?.answer(assertion);
    this.state.set({ kind: 'connecting' });
    this.#timer = this.#ports.clock.after(SILENT_SHELL_MS, () => this.#goLive());
  }

  /** No second factor for now; the server waits on for some minutes. */
  decline(declined = true): void {
    const state = this.state.get();
    if (state.kind === 'authenticating') this.state.set({ ...state, declined });
  }

  tryNow(): void {
    const state = this.state.get();
    if (state.kind !== 'lost') return;
    this.#timer();
    this.#rejoin(state.loss, state.next?.attempt ?? 1);
  }

  stopTrying(): void {
    const state = this.state.get();
    if (state.kind !== 'lost' && state.kind !== 'rejoining') return;
    this.#leave();
    this.state.set({ kind: 'lost', loss: state.loss });
  }

  /** Another shell on the same server, below what stands on the screen. False where the server is not known. */
  startOver(): boolean {
    const target = this.#sameServer();
    if (!target) return false;
    this.#leave();
    this.#target = target;
    this.#attempt = 0;
    this.metadata.set(undefined);
    this.state.set({ kind: 'connecting' });
    this.#connect(target);
    return true;
  }

  dispose(): void {
    this.#leave();
    this.#screen = undefined;
  }

  #sameServer(): Target | undefined {
    const { serverId, login } = this.metadata.get() ?? {};
    if (serverId && login) return { kind: 'new', serverId, login };
    if (this.#target.kind === 'new') return this.#target;
    return this.#target.home && { kind: 'new', ...this.#target.home };
  }

  #wasDeclined(): boolean {
    const state = this.state.get();
    return state.kind === 'authenticating' && state.declined;
  }

  #leave(): void {
    this.#timer();
    this.#explain.cancel();
    this.#connection?.close();
    this.#connection = undefined;
  }

  #connect(target: Target): void {
    this.#told = this.#room;
    this.size.set(this.#room);
    this.#words = new FirstWords();
    this.#liveSinceMs = Infinity;
    const params = paramsOf(target, this.#room);
    let isOpen = false;
    this.#connection = new TerminalConnection(this.#ports.open(params), {
      metadata: (metadata) => {
        isOpen = true;
        this.#settle(metadata);
      },
      output: (bytes) => {
        this.#words.add(bytes, this.#ports.clock.now());
        this.output.push(bytes);
        this.#goLive();
      },
      event: (event) => {
        this.#goLive();
        this.#heed(event);
      },
      challenge: (challenge) => {
        this.#timer();
        this.wasChallenged = true;
        this.state.set({ kind: 'authenticating', challenge, declined: false });
      },
      over: (how) => {
        this.#leave();
        if (how.kind === 'refused') this.#finish({ ...how, status: 0 });
        else if (how.kind !== 'lost') this.#finish({ kind: 'ended', how });
        else if (this.#wasDeclined()) this.#finish({ kind: 'refused', status: 0, why: NO_FACTOR });
        else if (isOpen) this.#lose(how.why);
        else void this.#findOut(params);
      },
    });
  }

  /** `s`: the session has an id now. Input waits on: the server may still ask for a second factor (streams §3.4). */
  #settle(metadata: SessionMetadata): void {
    const { kind, ...state } = this.state.get();
    this.metadata.set(metadata);
    const mode = this.#target.kind === 'join' ? this.#target.mode : undefined;
    this.#target = { kind: 'join', sid: metadata.id, ...(mode !== undefined && { mode }) };
    if (kind === 'rejoining' && 'loss' in state) this.rejoined.emit(state.loss);
    this.#timer();
    this.#timer = this.#ports.clock.after(SILENT_SHELL_MS, () => this.#goLive());
  }

  #goLive(): void {
    const { kind } = this.state.get();
    if (kind === 'live') return;
    this.#timer();
    this.#liveSinceMs = this.#ports.clock.now();
    this.state.set({ kind: 'live' });
    this.#tellSize();
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    for (const bytes of held) this.type(bytes);
  }

  #tellSize(): void {
    if (this.#room.cols === this.#told.cols && this.#room.rows === this.#told.rows) return;
    this.#told = this.#room;
    this.#connection?.resize(this.#room);
  }

  #heed(event: SessionEvent): void {
    if (event.event === 'resize') {
      this.#told = event.size;
      this.size.set({ ...event.size, setBy: event.user });
      this.#screen?.resize(event.size);
    }
    this.events.emit(event);
  }

  /** The socket never opened, and the browser does not say why. */
  async #findOut(params: ConnectParams): Promise<void> {
    try {
      this.#judge(await this.#explain.run(params));
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  #judge(problem: ConnectProblem): void {
    if (problem.kind === 'unreachable') return this.#lose({ kind: 'network' });
    if (problem.kind === 'blocked') return this.#lose(problem);
    if (problem.status >= 500) return this.#lose({ kind: 'closed', words: problem.why });
    const wasThere = this.metadata.get() !== undefined || (this.#target.kind === 'join' && this.#target.home);
    if (problem.status !== 404 || !wasThere) return this.#finish({ ...problem, kind: 'refused' });
    const gone: SessionState = { kind: 'ended', how: { kind: 'gone' } };
    this.#finish(this.#refusal === undefined ? gone : { kind: 'refused', status: 0, why: this.#refusal });
  }

  #lose(why: LossReason): void {
    const now = this.#ports.clock.now();
    const was = this.state.get();
    const loss: Loss = { atMs: 'loss' in was ? was.loss.atMs : now, why };
    this.#refusal = this.#words.refusal(now) ?? this.#refusal;
    this.#dropHeld();
    this.#attempt = now - this.#liveSinceMs >= STEADY_MS ? 1 : this.#attempt + 1;
    const attempt = this.#attempt;
    const delayMs = why.kind === 'garbled' ? undefined : retryDelayMs(attempt);
    if (delayMs === undefined) return this.state.set({ kind: 'lost', loss });
    if (delayMs === 0) return this.#rejoin(loss, attempt);
    this.state.set({ kind: 'lost', loss, next: { attempt, atMs: now + delayMs } });
    this.#timer = this.#ports.clock.after(delayMs, () => this.#rejoin(loss, attempt));
  }

  #rejoin(loss: Loss, attempt: number): void {
    this.#attempt = attempt;
    this.state.set({ kind: 'rejoining', loss, attempt });
    this.#connect(this.#target);
  }

  #finish(state: SessionState): void {
    this.#dropHeld();
    this.state.set(state);
  }

  /** Words for a shell that does not come. */
  #dropHeld(): void {
    if (this.#held.length > 0) this.unsent.emit();
    this.#held = [];
    this.#heldBytes = 0;
  }
}
