import { fromUtf8 } from '../../../lib/encoding.ts';
import { decodeEnvelope, encodeEnvelope, readable, WireError } from '../../../wire/envelope.ts';
import {
  encodeFileDecision,
  encodeFileRequest,
  type FileDecision,
  type FileRequest,
} from '../../../wire/terminal/fileTransfer.ts';
import {
  decodeChallenge,
  encodeChallengeAnswer,
  encodeHold,
  decodeLatency,
  type Latency,
  decodeSessionEvent,
  type SessionEvent,
} from '../../../wire/terminal/frames.ts';
import { GATEWAY_STOPS } from '../../../wire/terminal/closeTexts.ts';
import { FRAME_TYPE, isServerFrameType } from '../../../wire/terminal/frameTypes.ts';
import { encodeResize, type TermSize } from '../../../wire/terminal/resize.ts';
import { decodeSessionMetadata, type SessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { AssertionJson, AuthnChallengeJson } from '../../../wire/webauthn.ts';
import { outputEnding, type OutputEnding } from './outputEnding.ts';
import type { LossReason } from './sessionState.ts';

/** The used part of a websocket whose `binaryType` is `arraybuffer`. */
export type TerminalSocket = Pick<WebSocket, 'onmessage' | 'onclose' | 'close' | 'readyState'> & {
  send(frame: Uint8Array<ArrayBuffer>): void;
};

export type Over = OutputEnding | { kind: 'lost'; why: LossReason };

export type ConnectionEvents = {
  metadata(metadata: SessionMetadata): void;
  /** A view into the frame. The receiver may keep it. */
  output(bytes: Uint8Array): void;
  event(event: SessionEvent): void;
  challenge(challenge: AuthnChallengeJson): void;
  latency(latency: Latency): void;
  /** Called once, as the last event. */
  over(how: Over): void;
};

/** `readyState` of an open socket. */
const OPEN = 1;

/** `the purpose has been fulfilled`: the gateway's close code for sessions that must not be joined again. */
const NORMAL = 1000;

/** `connection dropped without a close frame`, as a browser reports it. */
const DROPPED = 1006;

/** One socket of the terminal protocol: its frames, and how it ended. Has no knowledge of earlier sockets. */
export class TerminalConnection {
  #socket: TerminalSocket;
  #events: ConnectionEvents;
  #lastOutput: Uint8Array | undefined;

  constructor(socket: TerminalSocket, events: ConnectionEvents) {
    this.#socket = socket;
    this.#events = events;
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      // The protocol has no text frames. Those of a newer server are ignored.
      if (data instanceof ArrayBuffer) this.#receive(new Uint8Array(data));
      else if (data instanceof Uint8Array) this.#receive(data);
    };
    socket.onclose = ({ code, reason }) => {
      const words = code === DROPPED ? '' : reason;
      const last = outputEnding(this.#lastOutput);
      const isFinal = code === NORMAL && words !== GATEWAY_STOPS;
      const why: LossReason = words ? { kind: 'closed', words, isFinal } : { kind: 'network' };
      const hasReason = words && (last?.kind === 'exit' || last?.kind === 'cut');
      this.#end(hasReason ? { ...last, why: words } : (last ?? { kind: 'lost', why }));
    };
  }

  type(bytes: Uint8Array): void {
    this.#send(encodeEnvelope(FRAME_TYPE.raw, bytes, 'client'));
  }

  resize(size: TermSize): void {
    this.#send(encodeEnvelope(FRAME_TYPE.resize, encodeResize(size), 'client'));
  }

  /** Whether the server should hold output. Only for servers that support it (`HOLDS_OUTPUT`). */
  hold(holds: boolean): void {
    this.#send(encodeEnvelope(FRAME_TYPE.hold, encodeHold(holds), 'client'));
  }

  /** Requests latency reports. Only for servers that support it (`FEATURE_LATENCY`). */
  askLatency(): void {
    this.#send(encodeEnvelope(FRAME_TYPE.latency, new Uint8Array(), 'client'));
  }

  /** The answer to a challenge. Nothing else may be sent between the two (streams §3.4). */
  answer(assertion: AssertionJson): void {
    this.#send(encodeEnvelope(FRAME_TYPE.challenge, encodeChallengeAnswer(assertion), 'client'));
  }

  /** Requests a file, which other participants must approve (streams §3.8). */
  requestFile(request: FileRequest): void {
    this.#send(encodeEnvelope(FRAME_TYPE.fileRequest, encodeFileRequest(request), 'client'));
  }

  /**
   * Once per request and answer: a server may end the connection over a request that it no longer knows (streams §3.8).
   */
  decideFile(decision: FileDecision): void {
    this.#send(encodeEnvelope(FRAME_TYPE.fileDecision, encodeFileDecision(decision), 'client'));
  }

  /** The participant will not come back. `close` follows (streams §3.9). */
  announceEnd(): void {
    this.#send(encodeEnvelope(FRAME_TYPE.close, new Uint8Array(), 'client'));
  }

  /** Closes without waiting for an answer. `over` is not called. */
  close(): void {
    this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close(1000);
  }

  /** A closing socket does not send, and the browser would log an error. */
  #send(frame: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === OPEN) this.#socket.send(frame);
  }

  #end(how: Over): void {
    this.close();
    this.#events.over(how);
  }

  #receive(frame: Uint8Array): void {
    try {
      const { type, payload } = decodeEnvelope(frame);
      this.#dispatch(type, payload);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      // Continuing would silently lose output.
      this.#end({ kind: 'lost', why: { kind: 'garbled', why: error.message } });
    }
  }

  #dispatch(type: string, payload: Uint8Array): void {
    // Type letters of other releases (streams §2).
    if (!isServerFrameType(type)) return;
    switch (type) {
      case FRAME_TYPE.raw:
        this.#lastOutput = payload;
        return this.#events.output(payload);
      case FRAME_TYPE.session:
        return this.#events.metadata(decodeSessionMetadata(fromUtf8(payload)));
      case FRAME_TYPE.audit: {
        const event = readable(() => decodeSessionEvent(fromUtf8(payload)));
        return event && this.#events.event(event);
      }
      case FRAME_TYPE.challenge:
        return this.#events.challenge(decodeChallenge(fromUtf8(payload)));
      case FRAME_TYPE.latency: {
        const latency = decodeLatency(fromUtf8(payload));
        return latency && this.#events.latency(latency);
      }
      case FRAME_TYPE.close:
        return this.#end({ kind: 'done' });
      case FRAME_TYPE.error:
        return this.#end({ kind: 'lost', why: { kind: 'closed', words: fromUtf8(payload) } });
      default:
        return type satisfies never;
    }
  }
}
