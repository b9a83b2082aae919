// All running commands, and the events that end them from outside.
import type { WebSocket } from 'ws';
import type { ExecuteParams } from '../../src/wire/command/executeParams.ts';
import { KEEP_ALIVE_MS } from '../../src/wire/constants.ts';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import type { SessionConfig } from '../config/settings.ts';
import type { Caller } from '../identity/caller.ts';
import { isOf, type EndedSessions, type SignIn } from '../identity/webSessions.ts';
import type { ConversationStore } from '../store/conversations.ts';
import { runEach } from '../store/runEach.ts';
import type { Tasks } from '../tasks/Tasks.ts';
import { toParticipantInfo } from '../terminal/participantInfo.ts';
import { Participant } from '../terminal/Participant.ts';
import type { Visitor } from '../terminal/shellRequest.ts';
import { Execution, type ExecutionParts, type RunLog } from './Execution.ts';
import { foundNodes } from './foundNodes.ts';

type Parts = ExecutionParts & {
  tasks: Tasks;
  conversations: Pick<ConversationStore, 'executionsIn'>;
  rules: () => SessionConfig;
  /** The log of the conversation in the parameters. undefined if the conversation is not the caller's. */
  beginLog: (caller: Caller, params: ExecuteParams) => RunLog | undefined;
};

const OTHER_WINDOW =
  'The command was not run: another window has run a command in this conversation. Reload the page to see it, then run this one again if it is still needed.';
const STOPPING = 'The gateway is stopping.';

export class Executions {
  #parts: Parts;
  #running = new Map<Execution, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Refusals are reported for each node. */
  begin(socket: WebSocket, visitor: Visitor, params: ExecuteParams): void {
    const info = toParticipantInfo(visitor, this.#parts.rules());
    const participant = new Participant(socket, info, KEEP_ALIVE_MS);
    if (this.#hasUnknownRuns(info.user, params)) {
      participant.send(encodeEnvelope(FRAME_TYPE.error, OTHER_WINDOW));
      return participant.dismiss({ kind: 'finished' });
    }
    const log = this.#parts.beginLog(visitor.caller, params);
    const execution = new Execution(participant, visitor, params, this.#parts, log);
    const nodes = foundNodes(this.#parts.tasks, visitor.caller, params.query);
    const over = execution
      .run(nodes)
      .catch(this.#parts.report)
      .finally(() => this.#running.delete(execution));
    this.#running.set(execution, over);
  }

  /** Whether another window has run a command that the user of this one cannot have seen. */
  #hasUnknownRuns(user: string, { conversationId, executionId, knownRuns }: ExecuteParams): boolean {
    if (knownRuns === undefined) return false;
    const runs = new Set(this.#parts.conversations.executionsIn(user, conversationId));
    for (const { participant, params } of this.#running.keys())
      if (participant.info.user === user && params.conversationId === conversationId) runs.add(params.executionId);
    runs.delete(executionId);
    return runs.size > knownRuns;
  }

  /** The sign-ins that have commands running. */
  signIns(): SignIn[] {
    return [...this.#running.keys()].map(({ participant }) => participant.info);
  }

  endSignIn(ended: EndedSessions): void {
    for (const execution of this.#running.keys()) {
      if (!isOf(ended, execution.participant.info)) continue;
      execution.endSignIn(ended.reason);
    }
  }

  /** Ends commands that may not continue. Call this after a change of users, roles or locks. */
  endRevoked(): void {
    runEach(this.#running.keys(), (execution) => execution.endRevoked(), this.#parts.report);
  }

  /** Ends all commands. Resolves when their ends are recorded. */
  async close(): Promise<void> {
    for (const execution of this.#running.keys()) {
      execution.cancel(STOPPING);
      execution.participant.dismiss({ kind: 'finished' });
    }
    await Promise.all(this.#running.values());
  }

  /** The number of running commands that a user has started. */
  begunBy(user: string): number {
    const userRuns = [...this.#running.keys()].filter(({ participant }) => participant.info.user === user);
    return userRuns.reduce((sum, { count }) => sum + count, 0);
  }
}
