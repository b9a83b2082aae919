import { OutputBatcher } from './OutputBatcher.ts';
import { noticeLine } from './notices.ts';
import { OutputFrames } from './OutputFrames.ts';
import type { SessionMember } from './sessionMember.ts';
import { utf8Tail } from './utf8Pieces.ts';

/** The end of the output of a pause is shown after the pause (streams §3.8). */
const HELD_MAX_BYTES = 10_000;
const NEW_LINE = Uint8Array.of(0x0d, 0x0a);

/** The participants of a session and the output that all of them see. */
export class Screen {
  #record: (output: Uint8Array) => void;
  #members: readonly SessionMember[] = [];
  #output = new OutputBatcher(() => this.flush());
  #frames = new OutputFrames();
  #isOn = false;
  #heldOutput: Uint8Array | undefined;

  /** `record` gets all output, also output that is held. */
  constructor(record: (output: Uint8Array) => void) {
    this.#record = record;
  }

  /** In the order in which they joined. */
  get members(): readonly SessionMember[] {
    return this.#members;
  }

  enter(member: SessionMember): void {
    this.#members = [...this.#members, member];
  }

  leave(leaving: readonly SessionMember[]): void {
    this.#members = this.#members.filter((member) => !leaving.includes(member));
  }

  send(frame: Uint8Array, except?: SessionMember): void {
    for (const member of this.#members) if (member !== except) member.participant.send(frame);
  }

  /** Sends the last output to a participant who joined later (streams §3.8). */
  replay({ participant }: SessionMember): void {
    for (const frame of this.#frames.replay()) participant.send(frame);
  }

  /** Output of the shell. It waits for `turnOn`. */
  push(output: Uint8Array): void {
    this.#output.push(output);
  }

  turnOn(): void {
    this.#isOn = true;
  }

  /** Shows the batched output now. */
  flush(): void {
    const bytes = this.#isOn ? this.#output.take() : undefined;
    if (!bytes) return;
    this.#record(bytes);
    if (!this.#heldOutput) return this.#show(bytes);
    const all = Buffer.concat([this.#heldOutput, bytes.subarray(-HELD_MAX_BYTES)]);
    this.#heldOutput = Uint8Array.from(utf8Tail(all, HELD_MAX_BYTES)); // a copy: a view would keep the whole output alive
  }

  /** Holds output from now on and keeps only the end of it. */
  hold(): void {
    this.flush();
    this.#heldOutput = new Uint8Array();
  }

  release(): void {
    this.flush();
    const pending = this.#heldOutput;
    this.#heldOutput = undefined;
    if (pending) this.#show(pending);
  }

  /** Shows a line of the gateway, even while output is held. */
  writeLine(text: string): void {
    this.flush();
    const line = noticeLine(text);
    for (const output of this.#frames.atLineStart ? [line] : [NEW_LINE, line]) {
      this.#record(output);
      this.#show(output);
    }
  }

  /** No more output follows. */
  end(): void {
    this.flush();
    for (const frame of this.#frames.flush()) this.send(frame);
  }

  #show(output: Uint8Array): void {
    for (const frame of this.#frames.push(output)) this.send(frame);
  }
}
