import { ApiFailure } from '../http/failures.ts';
import { StoreError, UnstorableText } from '../store/storeError.ts';
import type { AnswerName, Task, TaskInput, TaskName, TaskResult, TaskValue, ValueName } from './runTask.ts';

/** The gateway asks something itself, at its start. No user has this name. */
export const GATEWAY_ITSELF: Requester = { user: '' };

/**
 * On whose behalf a task runs. `signal`: the client has disconnected. `recheck` throws the refusal where the user may
 * not have the result by the time it is there.
 */
export type Requester = { user: string; signal?: AbortSignal; recheck?: () => void };

/** What runs tasks: threads, or the caller's own where a test has everything in one. */
export type TaskRunner = {
  run(task: Task, requester: Requester): Promise<TaskResult>;
  /** Somebody will ask for something soon. */
  warmUp(): void;
  close(): Promise<void>;
};

/**
 * Work that would keep the event loop from everybody else for longer than a request may: reads over many rows, and
 * reading long texts. A task gets nothing but its input, and reads what has been acknowledged by now.
 */
export class Tasks {
  readonly runner: TaskRunner;

  constructor(runner: TaskRunner) {
    this.runner = runner;
  }

  /** The JSON of an answer, ready to be sent. */
  async answer<Name extends AnswerName>(name: Name, input: TaskInput<Name>, requester: Requester): Promise<Buffer> {
    const result = await this.#result(name, input, requester);
    if (result.kind !== 'answer') throw new TypeError(`the task ${name} has no answer`);
    const { buffer, byteOffset, byteLength } = result.bytes;
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  async value<Name extends ValueName>(
    name: Name,
    input: TaskInput<Name>,
    requester: Requester,
  ): Promise<TaskValue<Name>> {
    const result = await this.#result(name, input, requester);
    if (result.kind !== 'value') throw new TypeError(`the task ${name} has no value`);
    return result.value as TaskValue<Name>;
  }

  /** Call it when a page begins to load: its first list does not wait for a thread to start. */
  warmUp(): void {
    this.runner.warmUp();
  }

  close(): Promise<void> {
    return this.runner.close();
  }

  async #result(name: TaskName, input: unknown, requester: Requester): Promise<TaskResult> {
    const result = await this.runner.run({ name, input }, requester);
    requester.recheck?.();
    switch (result.kind) {
      case 'failure':
        throw new ApiFailure(result.status, result.message);
      case 'unstorable':
        throw new UnstorableText();
      case 'store':
        throw new StoreError(result.message);
      case 'defect':
        throw new Error(`the task ${name} failed: ${result.stack}`);
      default:
        return result;
    }
  }
}
