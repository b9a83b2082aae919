import { fromUtf8 } from '../../../lib/encoding.ts';
import { decodeCommandDone, decodeCommandOutput, type CommandOutput } from '../../../wire/command/commandFrames.ts';
import { decodeEnvelope, encodeEnvelope, WireError } from '../../../wire/envelope.ts';
import { decodeChallenge, encodeChallengeAnswer } from '../../../wire/terminal/frames.ts';
import { FRAME_TYPE } from '../../../wire/terminal/frameTypes.ts';
import { decodeSessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { AssertionJson, AuthnChallengeJson } from '../../../wire/webauthn.ts';

/** What is used of a websocket whose `binaryType` is `arraybuffer`. */
export type CommandSocket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'close'> & {
  send(frame: Uint8Array<ArrayBuffer>): void;
};

export type CommandOver =
  /** The server said that all have finished. */
  | { kind: 'finished' }
  /** It never opened, and the browser does not say why. */
  | { kind: 'unopened' }
  | { kind: 'lost'; why: string };

export type CommandEvents = {
  /** Before each of the others that a frame brings, and when the socket opens. */
  heard(): void;
  begun(nodeId: string): void;
  /** `bytes` are the receiver's to keep. */
  output(output: CommandOutput): void;
  /** undefined: of one of the nodes, and the server does not say of which (streams §8.4). */
  done(nodeId: string | undefined): void;
  challenge(challenge: AuthnChallengeJson): void;
  /** Of the run as a whole. */
  refused(why: string): void;
  /** Once, and nothing comes afterwards. */
  over(how: CommandOver): void;
};

/** An empty close frame, and what the contract advises in its place (streams §1.5). */
const ORDERLY = [1000, 1005];

/** One socket of command execution: frames in, and how it ended (streams §8). */
export class CommandConnection {
  #socket: CommandSocket;
  #events: CommandEvents;
  #isOpen = false;

  constructor(socket: CommandSocket, events: CommandEvents) {
    this.#socket = socket;
    this.#events = events;
    socket.onopen = () => {
      this.#isOpen = true;
      events.heard();
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      events.heard();
      // Text frames do not exist here; one from a newer server is not ours to read.
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

  /** Ends what runs (the gateway kills it); `over` is not called. */
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
      // Going on would lose output in silence.
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
      // Letters of other releases (streams §2).
    }
  }
}
