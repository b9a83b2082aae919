import { ApiFailure } from '../http/failures.ts';
import { StoreError, UnstorableText } from '../store/storeError.ts';
import type { AnswerName, Task, TaskInput, TaskName, TaskResult, TaskValue, ValueName } from './runTask.ts';

/** The requester of the gateway's own tasks at its start. User names cannot be empty. */
export const GATEWAY_ITSELF: Requester = { user: '' };

/**
 * The user for whom a task runs. `signal`: the client has disconnected. `recheck` throws a refusal if the user may no
 * longer get the result.
 */
export type Requester = { user: string; signal?: AbortSignal; recheck?: () => void };

/** Runs tasks: in threads, or in tests in the caller's thread. */
export type TaskRunner = {
  run(task: Task, requester: Requester): Promise<TaskResult>;
  /** A task is expected soon. */
  warmUp(): void;
  close(): Promise<void>;
};

/**
 * Work that would block the event loop for longer than a request may: reads over many rows, and parsing long texts. A
 * task gets only its input, and sees all acknowledged writes.
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

  /** Call it when a page starts to load, so that its first list does not wait for a thread to start. */
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
