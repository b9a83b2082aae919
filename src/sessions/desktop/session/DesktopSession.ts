import type { ScreenSize } from '../../../wire/desktop/screenMessages.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { isApiError } from '../../../api/errors.ts';
import { MessageSocket, type SocketOf } from '../../../api/MessageSocket.ts';
import { refusalText, type SocketProblem } from '../../../api/sockets.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { Emitter, ValueStore } from '../../../lib/valueStore.ts';
import { isAbort } from '../../../lib/work.ts';
import { Oversize } from '../../../wire/desktop/layout.ts';
import {
  decodeDesktop,
  encodeDesktop,
  kindOf,
  type DesktopMessage,
  type DesktopMessageOf,
} from '../../../wire/desktop/messages.ts';
import { SEVERITY, skippedText } from '../../../wire/desktop/sessionMessages.ts';
import { WireError } from '../../../wire/envelope.ts';
import { decodeChallenge, encodeChallengeAnswer } from '../../../wire/terminal/frames.ts';
import type { AssertionJson } from '../../../wire/webauthn.ts';
import type { ScreenPainter } from '../painter/ScreenPainter.ts';
import type { DesktopState, Ending } from './desktopState.ts';
import { Notices } from './Notices.ts';

type Frame = Uint8Array<ArrayBuffer>;
export type DesktopSocket = SocketOf<Frame>;

/** The dependencies of a session. */
export type DesktopPorts = {
  /** Rejects if the user may not open the desktop. */
  check: (signal: AbortSignal) => Promise<{ isActive: boolean }>;
  open: (size: ScreenSize) => DesktopSocket;
  explain: (size: ScreenSize, signal: AbortSignal) => Promise<SocketProblem>;
  /** The server has our gateway's extensions. */
  hasExtensions: boolean;
  /** The requested size of a new screen. */
  room: () => ScreenSize;
  clock: Clock;
};

type Painter = Pick<ScreenPainter, 'paint' | 'whenPainted' | 'clear' | 'broken'>;
type Latency = Pick<DesktopMessageOf<'latency'>, 'browserMs' | 'desktopMs'>;

/** The delay before the single automatic attempt to reconnect. */
const AGAIN_AFTER_MS = 1000;
/** After this time, an open session may reconnect automatically once more. */
const STEADY_MS = 10_000;
/** Our gateway reports the latency every three seconds, so silence means that the network is lost. */
const SILENCE_MS = 15_000;
/**
 * A server sends its first message when it has reached the desktop. In a network that drops packets, a socket can wait
 * for minutes.
 */
const BEGIN_PATIENCE_MS = 60_000;
const idle: Dispose = () => undefined;

/** One session on a desktop across its sockets: its state, and the received and sent messages. Does not use React. */
export class DesktopSession {
  readonly state = new ValueStore<DesktopState>({ kind: 'checking' });
  /** Undefined if the server does not report it. */
  readonly latency = new ValueStore<Latency | undefined>(undefined);
  readonly notices: Notices;
  /** Every message of the server, for the parts of the page. */
  readonly messages = new Emitter<DesktopMessage>();
  #painter: Painter;
  #ports: DesktopPorts;
  #connection: MessageSocket<Frame, DesktopMessage> | undefined;
  #abort = new AbortController();
  #timer: Dispose = idle;
  #silence: Dispose = idle;
  #openSinceMs: number | undefined;
  #mayTryAgain = true;

  constructor(painter: Painter, ports: DesktopPorts) {
    this.#painter = painter;
    this.#ports = ports;
    this.notices = new Notices(ports.clock);
    painter.broken.subscribe(() => this.#end({ kind: 'unreadable', text: 'a picture could not be decoded' }));
  }

  /** Checks whether the user may open the desktop and whether it is free, then connects. */
  async start(): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    try {
      const { isActive } = await this.#ports.check(signal);
      if (signal.aborted) return;
      if (isActive) this.state.set({ kind: 'inUse' });
      else this.connect();
    } catch (error) {
      if (!isAbort(error))
        this.#end(isApiError(error, 404) ? { kind: 'missing' } : { kind: 'refused', text: errorMessage(error) });
    }
  }

  /** Opens a socket: the user continues on a desktop in use, or reconnects. */
  connect(isAgain = false): void {
    this.#leave();
    this.#abort = new AbortController();
    this.#painter.clear();
    this.state.set({ kind: 'connecting', isAgain });
    const size = this.#ports.room();
    if (!this.#ports.hasExtensions) this.#painter.paint({ kind: 'screenSize', ...size });
    this.#connection = new MessageSocket(this.#ports.open(size), {
      encode: encodeDesktop,
      receive: (data) => void (data instanceof ArrayBuffer && this.#read(new Uint8Array(data))),
      unreadable: (text) => this.#end({ kind: 'unreadable', text }),
      closed: (wasOpen) => (wasOpen ? this.#lose() : void this.#explain(size)),
    });
    this.#limitWait();
  }

  /** While the server connects to the desktop. */
  #limitWait(): void {
    this.#silence = this.#ports.clock.after(BEGIN_PATIENCE_MS, () => this.#end({ kind: 'lost' }));
  }

  /** Does nothing before the session is open: a server would drop the message (streams §5.4). */
  send = (message: DesktopMessage): void => {
    if (this.state.get().kind === 'open') this.#connection?.send(message);
  };

  /** A key has signed the challenge. */
  answer(assertion: AssertionJson): void {
    if (this.state.get().kind !== 'factor') return;
    this.#connection?.send({ kind: 'factor', factorKind: 'n', json: encodeChallengeAnswer(assertion) });
    this.state.set({ kind: 'connecting', isAgain: false });
    this.#limitWait();
  }

  /** The user cancelled. The same challenge can still be answered. */
  decline(declined: boolean): void {
    const state = this.state.get();
    if (state.kind === 'factor') this.state.set({ ...state, declined });
  }

  disconnect = (): void => this.#end({ kind: 'left' });
  dispose = (): void => this.#leave();

  #leave(): void {
    this.#abort.abort();
    this.#timer();
    this.#silence();
    this.#connection?.close();
    this.#connection = undefined;
    this.#openSinceMs = undefined;
    this.latency.set(undefined);
  }

  #end(reason: Ending): void {
    this.#leave();
    this.state.set({ kind: 'ended', reason });
  }

  /** Before the first picture there is no session to end. */
  #endByServer(text: string): void {
    this.#end({ kind: this.state.get().kind === 'open' ? 'server' : 'refused', text });
  }

  #lose(): void {
    const wasSteady = this.#openSinceMs !== undefined && this.#ports.clock.now() - this.#openSinceMs >= STEADY_MS;
    const tries = this.#openSinceMs !== undefined && (wasSteady || this.#mayTryAgain);
    this.#mayTryAgain = false;
    if (!tries) return this.#end({ kind: 'lost' });
    this.#leave();
    this.state.set({ kind: 'connecting', isAgain: true });
    this.#timer = this.#ports.clock.after(AGAIN_AFTER_MS, () => this.connect(true));
  }

  async #explain(size: ScreenSize): Promise<void> {
    const { signal } = this.#abort;
    try {
      const problem = await this.#ports.explain(size, signal);
      if (signal.aborted) return;
      if (problem.kind === 'refused' && problem.status === 404) return this.#end({ kind: 'missing' });
      const text = refusalText(problem);
      this.#end(text === undefined ? { kind: 'lost' } : { kind: 'refused', text });
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  }

  /** A frame with a text above its limit is skipped (streams §5.13). */
  #read(frame: Uint8Array): void {
    try {
      this.#receive(decodeDesktop(frame));
    } catch (error) {
      if (!(error instanceof Oversize)) throw error;
      this.notices.warn(skippedText(kindOf(frame), error.bytes));
    }
  }

  #receive(message: DesktopMessage): void {
    this.#watchSilence();
    switch (message.kind) {
      case 'picture':
      case 'oldPicture':
        this.#painter.paint(message);
        if (this.state.get().kind !== 'open') {
          this.#openSinceMs = this.#ports.clock.now();
          this.state.set({ kind: 'open' });
        }
        break;
      case 'activated':
        this.#painter.paint(message);
        break;
      case 'fence':
        void this.#painter.whenPainted().then(() => this.send(message));
        break;
      case 'latency':
        this.latency.set(message);
        break;
      case 'factor':
        if (message.factorKind !== 'n') throw new WireError('only hardware keys and passkeys (WebAuthn) are supported');
        this.state.set({ kind: 'factor', challenge: decodeChallenge(message.json), declined: false });
        break;
      case 'error':
        return this.#endByServer(message.text);
      case 'notification':
        if (message.severity === SEVERITY.fatal) return this.#endByServer(message.text);
        this.notices.add(message.text, message.severity === SEVERITY.warning);
        break;
      case 'rdpOutput':
        throw new WireError('the cluster sends pictures in a form (RemoteFX) that only its own console shows');
      default: // handled by the parts of the page
    }
    this.messages.emit(message);
  }

  #watchSilence(): void {
    this.#silence();
    if (this.#ports.hasExtensions && this.state.get().kind === 'open')
      this.#silence = this.#ports.clock.after(SILENCE_MS, () => this.#lose());
  }
}
