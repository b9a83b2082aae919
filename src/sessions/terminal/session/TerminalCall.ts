import type { SocketProblem } from '../../../api/sockets.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { isAbort } from '../../../lib/work.ts';
import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import { FirstWords } from './lastWords.ts';
import type { LossReason, SessionState } from './sessionState.ts';
import { TerminalConnection, type ConnectionEvents, type Over, type TerminalSocket } from './TerminalConnection.ts';
import { inputPieces } from './typedInput.ts';

/** What a session needs of the world. */
export type SessionPorts = {
  open: (params: ConnectParams) => TerminalSocket;
  explain: (params: ConnectParams, signal: AbortSignal) => Promise<SocketProblem>;
  /** A plain call to the server; false where nothing answers. */
  pingServer: (signal: AbortSignal) => Promise<boolean>;
  clock: Clock;
};

/**
 * A server that has not begun by then will not. Some begin only when the machine behind them has answered; a session that
 * runs needs none of that.
 */
const BEGIN_PATIENCE_MS = { new: 45_000, join: 10_000 } as const satisfies Record<ConnectParams['kind'], number>;

type Lost = Extract<Judgement, { kind: 'lost' }>;
/**
 * `refusal`: what the server said last, where that may have been its reason for opening no shell. `closedWhy`: why it
 * closed a connection that had begun.
 */
export type CallEnd =
  Exclude<Judgement, { kind: 'lost' }> | (Lost & { refusal: string | undefined; closedWhy: string | undefined });

type Ports = Pick<SessionPorts, 'open' | 'explain' | 'clock'>;
type CallEvents = Omit<ConnectionEvents, 'over'> & {
  /** Once, and nothing comes afterwards; never after `hangUp`. */
  over: (end: CallEnd) => void;
};

/**
 * One try to have a session, from dialling to what became of it: waits only so long for the server to begin, and finds
 * out why a socket never opened, which a browser does not say.
 */
export class TerminalCall {
  readonly connection: TerminalConnection;
  #params: ConnectParams;
  #before: () => Before;
  #explain: Ports['explain'];
  #clock: Clock;
  #over: CallEvents['over'];
  #words = new FirstWords();
  #begun = false;
  #patience: Dispose;
  #hungUp = new AbortController();

  /** `before` is asked where the socket never opens. */
  constructor(params: ConnectParams, before: () => Before, { open, explain, clock }: Ports, events: CallEvents) {
    this.#params = params;
    this.#before = before;
    this.#explain = explain;
    this.#clock = clock;
    this.#over = events.over;
    this.#patience = clock.after(BEGIN_PATIENCE_MS[params.kind], () => this.giveUp());
    this.connection = new TerminalConnection(open(params), {
      ...events,
      metadata: (metadata) => {
        this.#begun = true;
        this.#patience();
        events.metadata(metadata);
      },
      output: (bytes) => {
        this.#patience();
        this.#words.add(bytes, clock.now());
        events.output(bytes);
      },
      event: (event) => {
        this.#patience();
        events.event(event);
      },
      challenge: (challenge) => {
        this.#patience();
        events.challenge(challenge);
      },
      over: (how) => this.#judge(how),
    });
  }

  type(bytes: Uint8Array): void {
    this.#words.forget();
    for (const piece of inputPieces(bytes)) this.connection.type(piece);
  }

  /** The server is out of reach, as far as anybody can tell. */
  giveUp(): void {
    this.hangUp();
    this.#lose({ kind: 'lost', why: { kind: 'network' } });
  }

  hangUp(): void {
    this.#patience();
    this.#hungUp.abort();
    this.connection.close();
  }

  #judge(how: Over): void {
    this.#patience();
    if (how.kind === 'refused') this.#over({ kind: 'over', state: { ...how, status: 0 } });
    else if (how.kind !== 'lost') this.#over({ kind: 'over', state: { kind: 'ended', how } });
    else if (this.#begun) this.#lose(how, how.why.kind === 'closed' ? how.why.words : undefined);
    else void this.#findOut();
  }

  async #findOut(): Promise<void> {
    const { signal } = this.#hungUp;
    try {
      const problem = await this.#explain(this.#params, signal);
      if (signal.aborted) return;
      const judgement = judgeProblem(problem, this.#before());
      if (judgement.kind === 'lost') this.#lose(judgement);
      else this.#over(judgement);
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  #lose(lost: Lost, closedWhy?: string): void {
    this.#over({ ...lost, refusal: this.#words.refusal(this.#clock.now()), closedWhy });
  }
}

/** What follows from a socket that never opened: worth another try, or over. */
type Judgement = { kind: 'lost'; why: LossReason } | { kind: 'over'; state: SessionState };

/** What is known of the session when a socket to it does not open. */
type Before = {
  /** The session is known to have run. */
  wasThere: boolean;
  /** What the server said in place of a shell, when it opened the socket before. */
  refusal: string | undefined;
  /** Why the server closed the connection before. */
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
