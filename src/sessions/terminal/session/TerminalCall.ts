import type { SocketProblem } from '../../../api/sockets.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { isAbort } from '../../../lib/work.ts';
import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import { FirstOutput } from './outputEnding.ts';
import type { LossReason, SessionState } from './sessionState.ts';
import { TerminalConnection, type ConnectionEvents, type Over, type TerminalSocket } from './TerminalConnection.ts';
import { inputPieces } from './typedInput.ts';

/** The dependencies of a session. */
export type SessionPorts = {
  open: (params: ConnectParams) => TerminalSocket;
  explain: (params: ConnectParams, signal: AbortSignal) => Promise<SocketProblem>;
  /** Sends a plain request to the server. False if it does not respond. */
  pingServer: (signal: AbortSignal) => Promise<boolean>;
  clock: Clock;
};

/**
 * The longest wait for a session to start. Some servers only start it when the machine behind them has answered.
 * Joining an active session does not need that.
 */
const BEGIN_PATIENCE_MS = { new: 45_000, join: 10_000 } as const satisfies Record<ConnectParams['kind'], number>;

type Lost = Extract<Judgement, { kind: 'lost' }>;
/**
 * `refusal`: the server's last output, if it may be the reason for the missing shell. `closedWhy`: the reason with
 * which it closed a connection after the session started.
 */
export type CallEnd =
  Exclude<Judgement, { kind: 'lost' }> | (Lost & { refusal: string | undefined; closedWhy: string | undefined });

type Ports = Pick<SessionPorts, 'open' | 'explain' | 'clock'>;
type CallEvents = Omit<ConnectionEvents, 'over'> & {
  /** Called once, as the last event, and never after `hangUp`. */
  over: (end: CallEnd) => void;
};

/**
 * One attempt to open a session, from the connection to its result. It limits the wait for the server, and finds out
 * why a socket did not open, which a browser does not report.
 */
export class TerminalCall {
  readonly connection: TerminalConnection;
  #params: ConnectParams;
  #before: () => Before;
  #explain: Ports['explain'];
  #clock: Clock;
  #reportOver: CallEvents['over'];
  #words = new FirstOutput();
  #begun = false;
  #stopTimer: Dispose;
  #hungUp = new AbortController();

  /** `before` is called if the socket does not open. */
  constructor(params: ConnectParams, before: () => Before, { open, explain, clock }: Ports, events: CallEvents) {
    this.#params = params;
    this.#before = before;
    this.#explain = explain;
    this.#clock = clock;
    this.#reportOver = events.over;
    this.#stopTimer = clock.after(BEGIN_PATIENCE_MS[params.kind], () => this.giveUp());
    this.connection = new TerminalConnection(open(params), {
      ...events,
      metadata: (metadata) => {
        this.#begun = true;
        this.#stopTimer();
        events.metadata(metadata);
      },
      output: (bytes) => {
        this.#stopTimer();
        this.#words.add(bytes, clock.now());
        events.output(bytes);
      },
      event: (event) => {
        this.#stopTimer();
        events.event(event);
      },
      challenge: (challenge) => {
        this.#stopTimer();
        events.challenge(challenge);
      },
      over: (how) => this.#judge(how),
    });
  }

  type(bytes: Uint8Array): void {
    this.#words.forget();
    for (const piece of inputPieces(bytes)) this.connection.type(piece);
  }

  /** The server appears to be unreachable. */
  giveUp(): void {
    this.hangUp();
    this.#lose({ kind: 'lost', why: { kind: 'network' } });
  }

  hangUp(): void {
    this.#stopTimer();
    this.#hungUp.abort();
    this.connection.close();
  }

  #judge(how: Over): void {
    this.#stopTimer();
    if (how.kind === 'refused') this.#reportOver({ kind: 'over', state: { ...how, status: 0 } });
    else if (how.kind !== 'lost') this.#reportOver({ kind: 'over', state: { kind: 'ended', how } });
    else if (this.#begun || how.why.kind !== 'network')
      this.#lose(how, how.why.kind === 'closed' ? how.why.words : undefined);
    else void this.#findOut();
  }

  async #findOut(): Promise<void> {
    const { signal } = this.#hungUp;
    try {
      const problem = await this.#explain(this.#params, signal);
      if (signal.aborted) return;
      const judgement = judgeProblem(problem, this.#before());
      if (judgement.kind === 'lost') this.#lose(judgement);
      else this.#reportOver(judgement);
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  #lose(lost: Lost, closedWhy?: string): void {
    this.#reportOver({ ...lost, refusal: this.#words.refusal(this.#clock.now()), closedWhy });
  }
}

/** The conclusion about a socket that did not open: another attempt, or the end. */
type Judgement = { kind: 'lost'; why: LossReason } | { kind: 'over'; state: SessionState };

/** The knowledge about the session when a socket to it does not open. */
type Before = {
  /** The session is known to have existed. */
  wasThere: boolean;
  /** The server's message instead of a shell, if an earlier socket opened. */
  refusal: string | undefined;
  /** The reason with which the server closed the previous connection. */
  closedWhy: string | undefined;
};

function judgeProblem(problem: SocketProblem, { wasThere, refusal, closedWhy }: Before): Judgement {
  if (problem.kind === 'unreachable') return { kind: 'lost', why: { kind: 'network' } };
  if (problem.kind === 'blocked') return { kind: 'lost', why: problem };
  if (problem.status >= 500) return { kind: 'lost', why: { kind: 'closed', words: problem.why } };
  if (problem.status !== 404 || !wasThere) return { kind: 'over', state: { ...problem, kind: 'refused' } };
  if (refusal !== undefined) return { kind: 'over', state: { kind: 'refused', status: 0, why: refusal } };
  return { kind: 'over', state: { kind: 'ended', how: { kind: 'gone', ...(closedWhy && { why: closedWhy }) } } };
}
