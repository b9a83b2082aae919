import { fromUtf8 } from '../../../lib/encoding.ts';
import { decodeCommandDone, decodeCommandOutput, type CommandOutput } from '../../../wire/command/commandFrames.ts';
import { decodeEnvelope, encodeEnvelope, WireError } from '../../../wire/envelope.ts';
import { decodeChallenge, encodeChallengeAnswer } from '../../../wire/terminal/frames.ts';
import { FRAME_TYPE } from '../../../wire/terminal/frameTypes.ts';
import { decodeSessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { AssertionJson, AuthnChallengeJson } from '../../../wire/webauthn.ts';

/** The used part of a websocket whose `binaryType` is `arraybuffer`. */
export type CommandSocket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'close'> & {
  send(frame: Uint8Array<ArrayBuffer>): void;
};

export type CommandOver =
  /** The server reported that all nodes have finished. */
  | { kind: 'finished' }
  /** It did not open, and the browser does not report why. */
  | { kind: 'unopened' }
  | { kind: 'lost'; why: string };

export type CommandEvents = {
  /** Called before each of the other events, and when the socket opens. */
  onActivity(): void;
  begun(nodeId: string): void;
  /** The receiver may keep `bytes`. */
  output(output: CommandOutput): void;
  /** Undefined: one of the nodes, and the server does not name it (streams §8.4). */
  done(nodeId: string | undefined): void;
  challenge(challenge: AuthnChallengeJson): void;
  /** For the run as a whole. */
  refused(why: string): void;
  /** Called once, as the last event. */
  over(how: CommandOver): void;
};

/** An empty close frame, and the code that the contract recommends instead (streams §1.5). */
const ORDERLY = [1000, 1005];

/** One socket of a command execution: its frames, and how it ended (streams §8). */
export class CommandConnection {
  #socket: CommandSocket;
  #events: CommandEvents;
  #isOpen = false;

  constructor(socket: CommandSocket, events: CommandEvents) {
    this.#socket = socket;
    this.#events = events;
    socket.onopen = () => {
      this.#isOpen = true;
      events.onActivity();
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      events.onActivity();
      // The protocol has no text frames. Those of a newer server are ignored.
      if (data instanceof ArrayBuffer) this.#receive(new Uint8Array(data));
    };
    socket.onclose = ({ code, reason }) => {
      if (ORDERLY.includes(code)) this.#end({ kind: 'finished' });
      else if (!this.#isOpen) this.#end({ kind: 'unopened' });
      else
        this.#end({
          kind: 'lost',
          why: reason ? `the server closed the connection: “${reason}”` : 'the network dropped',
        });
    };
  }

  answer(assertion: AssertionJson): void {
    this.#socket.send(encodeEnvelope(FRAME_TYPE.challenge, encodeChallengeAnswer(assertion), 'client'));
  }

  /** Stops the command (the gateway kills it). `over` is not called. */
  close(): void {
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close(1000);
  }

  #end(how: CommandOver): void {
    this.close();
    this.#events.over(how);
  }

  #receive(frame: Uint8Array): void {
    try {
      const { type, payload } = decodeEnvelope(frame);
      this.#dispatch(type, fromUtf8(payload));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      // Continuing would silently lose output.
      this.#end({ kind: 'lost', why: `the server sent data that cannot be read (${error.message})` });
    }
  }

  #dispatch(type: string, payload: string): void {
    switch (type) {
      case FRAME_TYPE.session:
        return this.#events.begun(decodeSessionMetadata(payload).serverId);
      case FRAME_TYPE.raw:
        return this.#events.output(decodeCommandOutput(payload));
      case FRAME_TYPE.challenge:
        return this.#events.challenge(decodeChallenge(payload));
      case FRAME_TYPE.close:
        return this.#events.done(decodeCommandDone(payload));
      case FRAME_TYPE.error:
        return this.#events.refused(payload);
      // Type letters of other releases (streams §2).
    }
  }
}
