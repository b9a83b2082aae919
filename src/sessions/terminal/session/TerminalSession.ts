import { config } from '../../../api/config.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { utf8 } from '../../../lib/encoding.ts';
import { ValueStore, Emitter } from '../../../lib/valueStore.ts';
import { HOLDS_OUTPUT, FEATURE_LATENCY, SESSIONS_END_AT_ONCE } from '../../../wire/config.ts';
import { JOIN_REPLAY_BYTES } from '../../../wire/constants.ts';
import { NO_SHELL } from '../../../wire/terminal/closeTexts.ts';
import type { FileDecision, FileRequest } from '../../../wire/terminal/fileTransfer.ts';
import type { Latency, SessionEvent } from '../../../wire/terminal/frames.ts';
import { isTermSize, type TermSize } from '../../../wire/terminal/resize.ts';
import type { SessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { AssertionJson } from '../../../wire/webauthn.ts';
import { mayType, participantModeOf } from './inputPolicy.ts';
import { outputEnding } from './outputEnding.ts';
import { SecondFactor } from './SecondFactor.ts';
import { retryDelayMs, type Loss, type SessionState, Attempts } from './sessionState.ts';
import { ShellSize, type SharedSize } from './ShellSize.ts';
import { SilenceWatch } from './SilenceWatch.ts';
import { freshTarget, paramsOf, rejoinTarget, type Home, type Target } from './target.ts';
import { TerminalCall, type CallEnd, type SessionPorts } from './TerminalCall.ts';
import { HeldInput } from './typedInput.ts';
import { WriteQueue, type Screen } from './WriteQueue.ts';

/** A shell without output for this long counts as started. */
const SILENT_SHELL_MS = 3000;

/**
 * For a joining participant, a server repeats the last output in the first frame (streams §3.8). Each byte that was not
 * UTF-8 has become three bytes.
 */
const REPEATED_MAX_BYTES = 3 * JOIN_REPLAY_BYTES;

const idle: Dispose = () => undefined;

/**
 * One terminal session across its sockets. It connects, provides its state, stores the output until a screen exists,
 * and rejoins by its id when the connection is lost. It uses neither React nor the DOM.
 */
export class TerminalSession {
  readonly state = new ValueStore<SessionState>({ kind: 'connecting' });
  /** Undefined until the server has sent it. */
  readonly metadata = new ValueStore<SessionMetadata | undefined>(undefined);
  /** Of the live connection. Undefined if the server does not send it. */
  readonly latency = new ValueStore<Latency | undefined>(undefined);
  /** When the last key or size was sent to the server (epoch ms). */
  lastSentMs = 0;
  readonly output = new WriteQueue();
  /** Input was discarded because no shell could accept it. */
  readonly unsent = new Emitter();
  /** Rejoined after a loss. The server repeats the last output next. */
  readonly rejoined = new Emitter<Loss>();
  readonly events = new Emitter<SessionEvent>();
  readonly secondFactor = new SecondFactor(this.state);

  #target: Target;
  #ports: SessionPorts;
  #call: TerminalCall | undefined;
  /** The server's reasons for the missing shell and for closing, in case the session no longer exists. */
  #refusal: string | undefined;
  #closedWhy: string | undefined;
  /** The loss that the session tries to recover from. */
  #rejoining: Loss | undefined;
  #heldInput = new HeldInput();
  #size: ShellSize;
  #silence: SilenceWatch;
  #attempts = new Attempts();
  #timer: Dispose = idle;
  /** While live: the shell has sent nothing, and the user has typed nothing since. */
  #isSilent = false;

  constructor(target: Target, room: TermSize, ports: SessionPorts) {
    this.#target = target;
    this.#size = new ShellSize(room);
    this.#ports = ports;
    this.#silence = new SilenceWatch({
      ...ports,
      mayPause: () => mayType(participantModeOf(this.#target, this.metadata.get(), undefined)),
      onDead: (hasTyped) => this.#die(hasTyped),
    });
    this.output.isBehind.subscribe(() => this.#sendPace());
    this.#connect();
  }

  get size(): ValueStore<SharedSize> {
    return this.#size.shared;
  }

  /** The target of the next connection. */
  get target(): Target {
    return this.#target;
  }

  /** False if the server of this session is unknown: `startOver` would do nothing. */
  get canStartOver(): boolean {
    return this.#freshTarget() !== undefined;
  }

  /** Stored output is written at once. */
  show(screen: Screen): Dispose {
    const stops = [this.#size.showOn(screen), this.output.flowTo(screen)];
    return () => stops.forEach((stop) => stop());
  }

  /** Typed or pasted input. It is held until the shell has started. If there is none, `unsent` fires. */
  type(input: string | Uint8Array): void {
    const bytes = typeof input === 'string' ? utf8(input) : input;
    if (bytes.length === 0) return;
    const { kind } = this.state.get();
    if (kind === 'live') {
      this.#goLive();
      this.#call?.type(bytes);
      this.#silence.typed();
      this.lastSentMs = this.#ports.clock.now();
    } else {
      const mayWait = kind === 'connecting' || kind === 'authenticating';
      if (!mayWait || !this.#heldInput.add(bytes)) this.unsent.emit();
    }
  }

  /** The window has another size now. The last size of any participant applies (streams §3.6). */
  resize(room: TermSize): void {
    if (!isTermSize(room)) return;
    this.#size.fit(room);
    if (this.state.get().kind === 'live' && !this.#isSilent) this.#sendSize();
  }

  /** The server is unreachable by other means. A socket alone may take minutes to notice. */
  suspect(): void {
    const { kind } = this.state.get();
    if (kind === 'live' || kind === 'connecting') this.#call?.giveUp();
  }

  /** The machine may have slept, and the connection may have died without an event. */
  doubt = (): void => this.#silence.doubt();

  /** A key has signed the challenge. The newest size is sent once the shell has started. */
  answer(assertion: AssertionJson): void {
    if (this.state.get().kind !== 'authenticating') return;
    this.#call?.connection.answer(assertion);
    this.secondFactor.isAwaited = false;
    this.#joinNext();
    this.state.set({ kind: 'connecting' });
    this.#timer = this.#ports.clock.after(SILENT_SHELL_MS, () => this.#goLive(true));
  }

  /** Only while live, and only by the owner of the session (streams §3.8). */
  requestFile = (request: FileRequest): void => this.#call?.connection.requestFile(request);

  /** Never twice for one request. */
  decideFile = (decision: FileDecision): void => this.#call?.connection.decideFile(decision);

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

  /** The server and login of a session that was joined only by its id. */
  learnHome(home: Home): void {
    if (this.#target.kind !== 'join' || this.#target.home) return;
    this.#target = { ...this.#target, home };
    const state = this.state.get();
    if (state.kind === 'refused' && state.status === 404) this.state.set({ kind: 'ended', how: { kind: 'gone' } });
  }

  /** Starts another shell on the same server, below the current output. False if the server is unknown. */
  startOver(): boolean {
    const target = this.#freshTarget();
    if (!target) return false;
    this.#leave();
    this.#refusal = this.#closedWhy = this.#rejoining = undefined;
    this.#target = target;
    this.#attempts = new Attempts();
    this.metadata.set(undefined);
    this.state.set({ kind: 'connecting' });
    this.#connect();
    return true;
  }

  /** The user ends the session, and `dispose` follows: the server does not have to wait for the user to return. */
  announceEnd(): void {
    if (this.state.get().kind === 'live' && config.extensions.includes(SESSIONS_END_AT_ONCE))
      this.#call?.connection.announceEnd();
  }

  dispose = (): void => this.#leave();

  #freshTarget(): Target | undefined {
    return freshTarget(this.#target, this.metadata.get());
  }

  #leave(): void {
    this.#timer();
    this.#silence.stop();
    this.#call?.hangUp();
    this.#call = undefined;
    this.latency.set(undefined);
    this.lastSentMs = 0;
  }

  #connect(): void {
    this.#attempts.connecting();
    this.secondFactor.isAwaited = false;
    const target = this.#target;
    const isJoin = target.kind === 'join';
    let mayRepeat = isJoin;
    const before = () => ({
      wasThere: this.#target.kind === 'join' && (this.metadata.get() !== undefined || this.#target.home !== undefined),
      refusal: this.#refusal,
      closedWhy: this.#closedWhy,
    });
    this.#call = new TerminalCall(paramsOf(this.#target, this.#size.begin()), before, this.#ports, {
      metadata: (metadata) => this.#settle(metadata),
      output: (bytes) => {
        // A server lets clients join a session that has just ended, and reports that in the first output.
        if (outputEnding(bytes) === undefined) this.#goLive();
        this.output.push(bytes, mayRepeat && bytes.length <= REPEATED_MAX_BYTES);
        mayRepeat = false;
        this.#silence.onActivity();
      },
      event: (event) => {
        this.#silence.onActivity();
        this.#goLive();
        if (event.event === 'resize') this.#size.follow(event.size, event.user);
        this.events.emit(event);
      },
      latency: (latency) => {
        this.#silence.onActivity(config.extensions.includes(FEATURE_LATENCY));
        this.lastSentMs ||= this.#ports.clock.now();
        this.latency.set(latency);
      },
      challenge: (challenge) => {
        this.#timer();
        // No session exists before the answer, so there is none to rejoin if the connection is lost.
        if (!isJoin) [this.#target, this.#rejoining] = [target, undefined];
        this.secondFactor.ask(challenge);
      },
      over: (end) => {
        this.#leave();
        this.#end(end, isJoin);
      },
    });
  }

  /** `s`: the session has an id now. Input is held: the server may still request a second factor (streams §3.4). */
  #settle(metadata: SessionMetadata): void {
    this.metadata.set(metadata);
    this.#joinNext();
    this.#refusal = this.#closedWhy = undefined;
    this.#timer();
    this.#timer = this.#ports.clock.after(SILENT_SHELL_MS, () => this.#goLive(true));
  }

  /** The next connection joins the named session. */
  #joinNext(): void {
    const metadata = this.metadata.get();
    if (metadata) this.#target = rejoinTarget(this.#target, metadata);
  }

  /** A silent server may still ask for a key. It takes what is sent before as the answer (streams §3.4). */
  #goLive(isSilent = false): void {
    if (this.state.get().kind !== 'live') this.#beLive();
    if (isSilent || !this.#isSilent) return;
    this.#isSilent = false;
    this.#sendSize();
    for (const bytes of this.#heldInput.take()) this.type(bytes);
  }

  #beLive(): void {
    this.#isSilent = true;
    this.#timer();
    this.#joinNext();
    if (this.#rejoining) this.rejoined.emit(this.#rejoining);
    this.#rejoining = undefined;
    this.#attempts.live(this.#ports.clock.now());
    this.state.set({ kind: 'live' });
    if (this.output.isBehind.get()) this.#sendPace();
    if (config.extensions.includes(FEATURE_LATENCY)) this.#call?.connection.askLatency();
  }

  #sendSize(): void {
    const size = this.#size.takeNews();
    if (!size) return;
    this.#call?.connection.resize(size);
    this.lastSentMs = this.#ports.clock.now();
  }

  #sendPace(): void {
    if (this.state.get().kind === 'live' && config.extensions.includes(HOLDS_OUTPUT))
      this.#call?.connection.hold(this.output.isBehind.get());
  }

  /** `hasTyped`: the last input went into a dead connection. */
  #die(hasTyped: boolean): void {
    this.suspect();
    if (hasTyped) this.unsent.emit();
  }

  #end(end: CallEnd, isJoin: boolean): void {
    const noFactor = this.secondFactor.refusal;
    const isEarly = this.secondFactor.isAwaited;
    this.#dropHeld();
    const wasThere = this.#rejoining !== undefined;
    this.#rejoining = undefined;
    // A former participant who is refused finds a session without a shell.
    if (end.kind === 'over' && end.state.kind === 'refused' && end.state.why === NO_SHELL && wasThere)
      this.state.set({ kind: 'ended', how: { kind: 'gone' } });
    else if (end.kind === 'over' && end.state.kind === 'ended' && isEarly) this.state.set({ ...end.state, isEarly });
    else if (end.kind === 'over') this.state.set(end.state);
    else if (noFactor !== undefined) this.state.set({ kind: 'refused', status: 0, why: noFactor });
    else this.#lose(end, isJoin);
  }

  #lose({ why, refusal, closedWhy }: Extract<CallEnd, { kind: 'lost' }>, isJoin: boolean): void {
    const now = this.#ports.clock.now();
    const was = this.state.get();
    const loss: Loss = { atMs: 'loss' in was ? was.loss.atMs : now, why };
    this.#refusal = refusal ?? this.#refusal;
    this.#closedWhy = closedWhy ?? this.#closedWhy;
    const attempt = this.#attempts.lost(now);
    // For a session that started here, the first attempt shows whether it ended with this connection.
    const isLetGo = isJoin && why.kind === 'closed' && why.isFinal;
    const delayMs = why.kind === 'garbled' || isLetGo ? undefined : retryDelayMs(attempt);
    if (delayMs === undefined) return this.state.set({ kind: 'lost', loss });
    if (delayMs === 0) return this.#rejoin(loss, attempt);
    this.state.set({ kind: 'lost', loss, next: { attempt, atMs: now + delayMs } });
    this.#timer = this.#ports.clock.after(delayMs, () => this.#rejoin(loss, attempt));
  }

  #rejoin(loss: Loss, attempt: number): void {
    this.#attempts.count = attempt;
    this.#rejoining = loss;
    this.state.set({ kind: 'rejoining', loss, attempt });
    this.#connect();
  }

  /** Discards the input for a shell that does not start. */
  #dropHeld(): void {
    if (this.#heldInput.take().length > 0) this.unsent.emit();
  }
}
