import { describeFailure } from '../../../api/errors.ts';
import { at, textAt, type JsonObject } from '../../../lib/json.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { NodeState } from '../../command/run/nodeState.ts';
import { OutputBuffer } from '../../command/run/OutputBuffer.ts';

export type RecordingPorts = {
  fetchBytes: (sid: string, signal: AbortSignal) => Promise<Uint8Array>;
  readEvents: (sid: string, take: (events: readonly JsonObject[]) => void, signal: AbortSignal) => Promise<void>;
};

/** What a server said in a run that is over, from its recording (screens §20.4). */
export class StoredOutput {
  readonly state = new ValueStore<NodeState>({ kind: 'waiting' });
  readonly buffer = new OutputBuffer();
  #sid: string;
  #ports: RecordingPorts;
  #isWanted = false;
  #abort = new AbortController();

  constructor(sid: string, ports: RecordingPorts) {
    this.#sid = sid;
    this.#ports = ports;
  }

  /** Reads it, once. */
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
    try {
      let state: NodeState = { kind: 'failed', why: 'The recording does not say how the command ended' };
      const [bytes] = await Promise.all([
        this.#ports.fetchBytes(this.#sid, signal),
        this.#ports.readEvents(this.#sid, (events) => (state = stateIn(events) ?? state), signal),
      ]);
      this.buffer.push('stdout', bytes);
      this.buffer.end();
      this.state.set(state);
    } catch (error) {
      if (signal.aborted) return;
      this.state.set({ kind: 'failed', why: `The recording cannot be read. ${describeFailure(error).why}` });
    }
  }
}

/** How the command ended. Its duration is that of the session, where both moments are recorded. */
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
