import { describeFailure } from '../../../api/errors.ts';
import { at, textAt, type JsonObject } from '../../../lib/json.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { CommandResult } from '../../../wire/assist/messages.ts';
import { exitStatusIn } from '../../../wire/terminal/closeTexts.ts';
import type { NodeState } from '../../command/run/nodeState.ts';
import { OutputBuffer } from '../../command/run/OutputBuffer.ts';

export type RecordingPorts = {
  /** Reads the start of the output: at least one byte more than is shown, if there is more. */
  fetchBytes: (sid: string, signal: AbortSignal) => Promise<Uint8Array>;
  readEvents: (sid: string, take: (events: readonly JsonObject[]) => void, signal: AbortSignal) => Promise<void>;
};

/** Limit of the shown output. The recording has the rest. */
export const OUTPUT_BYTES_MAX = 64 * 1024;

const LINE_FEED = 10;

/** Output of a server in a finished run, from its recording (screens §20.4). */
export class StoredOutput {
  readonly state = new ValueStore<NodeState>({ kind: 'waiting' });
  readonly buffer = new OutputBuffer();
  /** The recording has more output than `state` shows. Set together with the state. */
  isCut = false;
  readonly sid: string;
  /** The stored reason why the command failed. */
  #error: string | undefined;
  #ports: RecordingPorts;
  #isWanted = false;
  #abort = new AbortController();

  constructor({ sessionId, error }: Pick<CommandResult, 'sessionId' | 'error'>, ports: RecordingPorts) {
    this.sid = sessionId;
    this.#error = error;
    this.#ports = ports;
  }

  /** Reads the output, once. */
  want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    void this.#read();
  }

  dispose(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    const { signal } = this.#abort;
    if (this.sid === '') return this.state.set({ kind: 'failed', why: this.#error ?? 'No output was stored.' });
    if (this.#error !== undefined && exitStatusIn(this.#error) === undefined) return this.#readFailed(this.#error);
    try {
      let state: NodeState = { kind: 'unknown', why: 'The recording does not say how the command ended' };
      const [bytes] = await Promise.all([
        this.#ports.fetchBytes(this.sid, signal),
        this.#ports.readEvents(this.sid, (events) => (state = stateIn(events) ?? state), signal),
      ]);
      this.#take(bytes);
      this.state.set(state);
    } catch (error) {
      if (signal.aborted) return;
      this.state.set({ kind: 'unknown', why: `The recording cannot be read. ${describeFailure(error).why}` });
    }
  }

  /** A server that was not reached has no recording, but a stopped command may have printed something. */
  async #readFailed(why: string): Promise<void> {
    const { signal } = this.#abort;
    const bytes = await this.#ports.fetchBytes(this.sid, signal).catch(() => undefined);
    if (signal.aborted) return;
    if (bytes) this.#take(bytes);
    this.state.set({ kind: 'failed', why });
  }

  /** Cuts at the end of a line, or else after a whole character. */
  #take(bytes: Uint8Array): void {
    this.isCut = bytes.length > OUTPUT_BYTES_MAX;
    const lineEnd = this.isCut ? bytes.lastIndexOf(LINE_FEED, OUTPUT_BYTES_MAX - 1) + 1 : 0;
    this.buffer.push('stdout', bytes.subarray(0, lineEnd || OUTPUT_BYTES_MAX));
    if (!this.isCut) this.buffer.end();
  }
}

/** How the command ended. Its duration is that of the session, if both times are recorded. */
function stateIn(events: readonly JsonObject[]): NodeState | undefined {
  const exec = events.find((event) => textAt(event, 'event') === 'exec');
  if (!exec) return undefined;
  const status = Number(textAt(exec, 'exitCode') || at(exec, 'exitCode'));
  const why = textAt(exec, 'exitError');
  if (!Number.isInteger(status)) return { kind: 'failed', why: why || 'The command did not run' };
  const end = events.find((event) => textAt(event, 'event') === 'session.end') ?? exec;
  const atMs = Date.parse(textAt(exec, 'time'));
  const fromMs = Date.parse(textAt(end, 'session_start') || textAt(exec, 'time'));
  return { kind: 'done', status, fromMs, atMs: Math.max(fromMs, atMs) };
}
