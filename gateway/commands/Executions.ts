// All commands that run here, and what ends them from outside.
import type { WebSocket } from 'ws';
import type { ExecuteParams } from '../../src/wire/command/executeParams.ts';
import { KEEP_ALIVE_MS } from '../../src/wire/constants.ts';
import type { SessionConfig } from '../config/settings.ts';
import type { Caller } from '../identity/caller.ts';
import { isOf, type Ended, type SignIn } from '../identity/webSessions.ts';
import type { Tasks } from '../tasks/Tasks.ts';
import { toParticipantInfo } from '../terminal/participantInfo.ts';
import { Participant } from '../terminal/Participant.ts';
import type { Visitor } from '../terminal/shellRequest.ts';
import { Execution, type ExecutionParts, type RunLog } from './Execution.ts';
import { foundNodes } from './foundNodes.ts';

type Parts = ExecutionParts & {
  tasks: Tasks;
  rules: () => SessionConfig;
  /** What the conversation of the parameters stores; undefined where it is none of the caller's. */
  beginLog: (caller: Caller, params: ExecuteParams) => RunLog | undefined;
};

const STOPPING = 'The gateway is stopping.';

export class Executions {
  #parts: Parts;
  #running = new Map<Execution, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What is refused is told node by node. */
  begin(socket: WebSocket, visitor: Visitor, params: ExecuteParams): void {
    const info = toParticipantInfo(visitor, this.#parts.rules());
    const participant = new Participant(socket, info, KEEP_ALIVE_MS);
    const log = this.#parts.beginLog(visitor.caller, params);
    const execution = new Execution(participant, visitor, params, this.#parts, log);
    const nodes = foundNodes(this.#parts.tasks, visitor.caller, params.query);
    const over = execution
      .run(nodes)
      .catch(this.#parts.report)
      .finally(() => this.#running.delete(execution));
    this.#running.set(execution, over);
  }

  /** The sign-ins that commands run for. */
  signIns(): SignIn[] {
    return [...this.#running.keys()].map(({ participant }) => participant.info);
  }

  endSignIn(ended: Ended): void {
    for (const execution of this.#running.keys()) {
      if (!isOf(ended, execution.participant.info)) continue;
      execution.endSignIn(ended.reason);
    }
  }

  /** Asks of every command whether it may go on; after a change of users, roles or locks. */
  endRevoked(): void {
    for (const execution of this.#running.keys()) execution.endRevoked();
  }

  /** Ends everything; resolves when all of it has been written down. */
  async close(): Promise<void> {
    for (const execution of this.#running.keys()) {
      execution.cancel(STOPPING);
      execution.participant.dismiss({ kind: 'finished' });
    }
    await Promise.all(this.#running.values());
  }

  /** Commands that somebody has running. */
  begunBy(user: string): number {
    const own = [...this.#running.keys()].filter(({ participant }) => participant.info.user === user);
    return own.reduce((sum, { count }) => sum + count, 0);
  }
}
