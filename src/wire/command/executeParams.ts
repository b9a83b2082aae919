import { at, isObject, textAt } from '../../lib/json.ts';

/** `params` of the command socket (streams §8.1): the command, the login, and the predicate that selects the nodes. */
export type ExecuteParams = {
  command: string;
  login: string;
  query: string;
  /** The conversation that gets the results. It is not checked (streams §8.2). */
  conversationId: string;
  /** A UUID that the client generates. */
  executionId: string;
  /** An extension: how many other runs of the conversation the client knows. */
  knownRuns?: number;
};

/** Each key on the wire with its name in the reference's error message, in the order of the checks. */
const FIELDS = [
  ['command', 'command'],
  ['query', 'query'],
  ['login', 'login'],
  ['conversation_id', 'conversation ID'],
  ['execution_id', 'execution ID'],
] as const;

export const encodeExecuteParams = ({ conversationId, executionId, knownRuns, ...task }: ExecuteParams): string =>
  JSON.stringify({ ...task, conversation_id: conversationId, execution_id: executionId, known_runs: knownRuns });

/** Every refusal is a 400 with this message. `text` is the decoded query value. */
export function parseExecuteParams(text: string): { ok: true; params: ExecuteParams } | { ok: false; message: string } {
  if (text === '') return { ok: false, message: 'missing params' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : 'no JSON');
  }
  if (json !== null && !isObject(json)) return unreadable('not a JSON object');
  for (const [key] of FIELDS) if (typeof (at(json, key) ?? '') !== 'string') return unreadable(`${key} is not text`);
  // Neither processes nor the store accept NUL.
  const withNul = FIELDS.find(([key]) => textAt(json, key).includes('\0'));
  if (withNul) return unreadable(`${withNul[0]}: a string must not contain the character NUL`);
  const missing = FIELDS.find(([key]) => textAt(json, key) === '');
  if (missing) return { ok: false, message: `invalid payload: missing ${missing[1]}` };
  const knownRuns = at(json, 'known_runs');
  return {
    ok: true,
    params: {
      ...(typeof knownRuns === 'number' && { knownRuns }),
      command: textAt(json, 'command'),
      login: textAt(json, 'login'),
      query: textAt(json, 'query'),
      conversationId: textAt(json, 'conversation_id'),
      executionId: textAt(json, 'execution_id'),
    },
  };
}

const unreadable = (why: string) => ({ ok: false, message: `failed to read JSON message: ${why}` }) as const;
