// Results of approved commands, read with the rights of the user who asks for a summary.
import { open } from 'node:fs/promises';
import { plural } from '../../src/lib/numbers.ts';
import type { CommandResult, CommandRun } from '../../src/wire/assist/messages.ts';
import { decodeResult, decodeRun } from '../../src/wire/assist/payloads.ts';
import { WireError } from '../../src/wire/envelope.ts';
import type { Reader, RecordingAccess } from '../routes/recordingAccess.ts';
import { ApiFailure } from '../http/failures.ts';
import { nodeOf } from '../terminal/resolveServer.ts';
import type { Stores } from '../store/stores.ts';
import { AssistError, type AskRequest } from './answerer.ts';
import type { AssistOwner } from './AssistClient.ts';
import { codeText } from './texts.ts';

type Parts = {
  stores: Stores;
  recordings: RecordingAccess;
  /** Throws an AssistError if the user does not exist. */
  readerOf: (owner: AssistOwner) => Reader;
};

type NamedResult = CommandResult & { hostname: string };
export type RunResults = { run: CommandRun | undefined; results: readonly NamedResult[] };

const NAMED_MAX = 20;
const EXITED = /^(?:Process exited with status|exit status) (\d+)/;

export class ResultReader {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The conversation's results of an execution. Throws an AssistError if there are none. */
  results({ owner, conversationId, executionId }: AskRequest & { executionId: string }): RunResults {
    const { stores, readerOf } = this.#parts;
    const { access } = readerOf(owner);
    const stored = stores.conversations.ofExecution(owner.user, conversationId, executionId);
    const results = stored.flatMap(({ type, payload }) =>
      type === 'COMMAND_RESULT' ? read(() => decodeResult(payload)) : [],
    );
    const [run] = stored.flatMap(({ type, payload }) => (type === 'COMMAND_RUN' ? read(() => decodeRun(payload)) : []));
    if (results.length === 0) throw new AssistError('There are no results of this command.', 'no results');
    const hostnameOf = (id: string) => {
      const entry = stores.inventory.find('node', id);
      return entry && access.resource('node', entry.labels).ok ? nodeOf(entry).hostname : id;
    };
    return { run, results: results.map((result) => ({ ...result, hostname: hostnameOf(result.nodeId) })) };
  }

  /** Only facts: how many succeeded, which failed and why. */
  summary(request: AskRequest & { executionId: string }): string {
    const { run, results } = this.results(request);
    const failed = results.filter(({ error }) => error !== undefined);
    const exited = failed.filter(({ error = '' }) => EXITED.test(error));
    const unreached = failed.filter(({ error = '' }) => !EXITED.test(error));
    const title = run ? `${codeText(run.command)} as ${codeText(run.login)}` : 'The command';
    const lines = [
      `${title} ran on ${plural(results.length, 'server')}: ${results.length - failed.length} exited with status 0.`,
      ...listed('Exited with another status', exited),
      ...listed('Did not run or did not answer', unreached),
    ];
    return lines.join('\n\n');
  }

  /** The start of a node's output, or a sentence if the user may not read it. */
  async output(owner: AssistOwner, { sessionId }: CommandResult, maxBytes: number): Promise<string> {
    const { recordings, readerOf } = this.#parts;
    const reader = readerOf(owner);
    try {
      const recording = await recordings.findSilently(reader, sessionId);
      recordings.reportOnce(reader, recording);
      return await beginningOf(recording.files.bytes, Math.min(maxBytes, recording.bytes));
    } catch (error) {
      if (error instanceof ApiFailure) return '(no recording that you may read)';
      throw error;
    }
  }
}

/** The first bytes of a file as text. */
export async function beginningOf(name: string, bytes: number): Promise<string> {
  if (bytes <= 0) return '';
  const file = await open(name);
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await file.close();
  }
}

function listed(title: string, results: readonly NamedResult[]): string[] {
  if (results.length === 0) return [];
  const lines = results
    .slice(0, NAMED_MAX)
    .map(({ hostname, error = '' }) => `- ${codeText(hostname)}: ${codeText(error)}`);
  const rest = results.length - lines.length;
  return [`${title}:\n\n${[...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')}`];
}

/** Messages that another version stored may be unreadable. */
function read<T>(decode: () => T): T[] {
  try {
    return [decode()];
  } catch (error) {
    if (error instanceof WireError) return [];
    throw error;
  }
}
