// Commands that were approved in a conversation, and their results on each node (streams §7.5, §8.2).
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CommandResult } from '../../src/wire/assist/messages.ts';
import { encodeResult, encodeRun } from '../../src/wire/assist/payloads.ts';
import type { ExecuteParams } from '../../src/wire/command/executeParams.ts';
import type { Audit } from '../audit/audit.ts';
import type { RunLog } from '../commands/Execution.ts';
import type { Caller } from '../identity/caller.ts';
import { nodeOf } from '../terminal/resolveServer.ts';
import type { Stores } from '../store/stores.ts';
import { MESSAGES_MAX } from './AssistSession.ts';
import { storableText, toTimestamp } from './texts.ts';

type Parts = { stores: Stores; audit: Audit; now: () => number };

/** Limit of texts in audit events and of errors in results. */
const TEXT_MAX_CHARS = 1000;
/** Results that are stored in one transaction. */
const BATCH = 100;

export class ApprovedRuns {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** undefined if the caller has no such conversation: the command runs, but its results are not stored. */
  begin({ user }: Pick<Caller, 'user'>, params: ExecuteParams): RunLog | undefined {
    const { stores, audit, now } = this.#parts;
    const { conversationId, executionId, command, login, query } = params;
    if (!stores.conversations.has(user.name, conversationId)) return undefined;
    const results: CommandResult[] = [];
    const ids = { user: user.name, conversation_id: conversationId, execution_id: executionId.slice(0, 100) };
    const room = () => MESSAGES_MAX - (stores.conversations.sizeOf(user.name, conversationId)?.count ?? MESSAGES_MAX);
    const store = (type: 'COMMAND_RUN' | 'COMMAND_RESULT', payload: string) => {
      const message = { type, timeMs: now(), payload: storableText(payload), context: [] };
      stores.conversations.addMessage(user.name, conversationId, message);
    };
    return {
      started(nodes) {
        const approvedAt = toTimestamp(now());
        const names = nodes.map((node) => nodeOf(node).hostname);
        const run = { executionId: ids.execution_id, command, login, query, nodes: names };
        stores.db.transaction(() => {
          if (room() > 0) store('COMMAND_RUN', encodeRun({ ...run, approvedBy: user.name, approvedAt }));
          const auditFields = { command: cut(command), login: cut(login), query: cut(query) };
          audit.emit('assist.command.approve', { ...ids, ...auditFields });
        });
      },
      ended(nodeId, sessionId, error) {
        const result = { nodeId, executionId: ids.execution_id, sessionId };
        results.push({ ...result, ...(error !== undefined && { error: cut(error) }) });
      },
      async finished() {
        const stored = results.slice(0, Math.max(0, room()));
        for (let from = 0; from < stored.length; from += BATCH) {
          stores.db.transaction(() => {
            for (const result of stored.slice(from, from + BATCH)) store('COMMAND_RESULT', encodeResult(result, true));
          });
          await nextTurn();
        }
        const failed = results.filter(({ error }) => error !== undefined).length;
        audit.emit('assist.command.run', { ...ids, succeeded: results.length - failed, failed });
      },
    };
  }
}

const cut = (text: string): string => storableText(text.slice(0, TEXT_MAX_CHARS));
