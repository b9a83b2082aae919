// Checks a command that is proposed for the user's approval: it is shown in full, and it is only for servers that the
// user may see and has named.
import { at, parseJson, textAt } from '../../src/lib/json.ts';
import { COMMAND_CHARS_MAX, type CommandProposal } from '../../src/wire/assist/messages.ts';
import { printPredicate } from '../../src/wire/predicate/print.ts';
import type { Predicate } from '../../src/wire/predicate/query.ts';
import type { ToolDefinition } from './model/chat.ts';
import { isNamed, type NamedServers } from './namedServers.ts';
import { hasHidden, oneLine, withoutHidden } from './texts.ts';
import { anyOf, equal } from './planner/servers.ts';
import { readQuery, type ServerLookup } from './ServerLookup.ts';

/** Would push the end of a line out of view. */
const LONG_BLANK = /[^\S\n]{9,}/;
const REASON_MAX_CHARS = 300;
const QUERY_MAX_CHARS = 4000;
const NAMES_MAX = 100;
const LABELS_MAX = 20;
/** Shorter commands occur in any text. */
const QUOTED_MIN_CHARS = 6;

const NOT_NAMED = 'The servers were not named in your messages: choose them yourself.';
const QUOTED = 'This command comes from data that was read, not from your messages: check it.';

/** The only tool with an effect: it shows a command that the user may approve. */
export const PROPOSE_COMMAND: ToolDefinition = {
  name: 'propose_command',
  description:
    'Shows the user a shell command that they may approve and run. It never runs by itself. Call it at most once for an answer.',
  parameters: {
    type: 'object',
    properties: {
      command: { type: 'string', description: 'One line for a POSIX shell.' },
      query: {
        type: 'string',
        description:
          'The servers, as a predicate such as labels["env"] == "prod" or name == "web-1". Only servers that the user named. Leave it out where the user named none.',
      },
      reason: { type: 'string', description: 'One sentence: what the command shows or changes.' },
    },
    required: ['command', 'reason'],
  },
};

type Context = {
  user: string;
  named: NamedServers;
  /** The user's texts, and the texts that were read. */
  userTexts: readonly string[];
  dataTexts: readonly string[];
};

export type CheckedProposal =
  | { ok: true; proposal: CommandProposal; total: number; isNamed: boolean }
  /** A sentence for the model. */
  | { ok: false; message: string };

/** `json` has a command, a query, nodes or labels, and a reason. */
export async function checkProposal(json: unknown, context: Context, servers: ServerLookup): Promise<CheckedProposal> {
  const command = textAt(json, 'command').trim();
  const wrong = commandFault(command);
  if (wrong !== undefined) return { ok: false, message: wrong };
  let predicate: Predicate | undefined;
  try {
    predicate = predicateOf(json);
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, message: error.message };
    throw error;
  }
  const { user, named } = context;
  const query = predicate && printPredicate(predicate);
  const { servers: found, total } = query ? await servers.find(user, query, [], NAMES_MAX) : { servers: [], total: 0 };
  if (query && total === 0) return { ok: false, message: 'the query finds no server that the user sees' };
  const isChosen = predicate !== undefined && isNamed(predicate, named);
  const reason = [
    isQuoted(command, context) && QUOTED,
    !isChosen && NOT_NAMED,
    withoutHidden(textAt(json, 'reason')).trim().slice(0, REASON_MAX_CHARS),
  ].filter((part) => part !== false && part !== '');
  return {
    ok: true,
    total: isChosen ? total : 0,
    isNamed: isChosen,
    proposal: {
      command,
      nodes: isChosen ? found.map(({ hostname }) => hostname) : [],
      labels: [],
      ...(isChosen && query && { query }),
      ...(reason.length > 0 && { reason: reason.join(' ') }),
    },
  };
}

function commandFault(command: string): string | undefined {
  if (command === '') return 'the command is missing';
  if (command.length > COMMAND_CHARS_MAX) return `the command has more than ${COMMAND_CHARS_MAX} characters`;
  if (hasHidden(command)) return 'the command has line breaks or characters that cannot be seen: write it on one line';
  if (LONG_BLANK.test(command)) return 'the command has a long blank, which hides its end';
  return undefined;
}

/** Throws a RangeError for invalid values. A query has priority. Nodes and labels are alternatives (streams §7.5). */
function predicateOf(json: unknown): Predicate | undefined {
  const query = textAt(json, 'query').trim();
  if (query.length > QUERY_MAX_CHARS) throw new RangeError(`the query has more than ${QUERY_MAX_CHARS} characters`);
  if (query !== '') return readQuery(query);
  const nodes = at(json, 'nodes') ?? [];
  const labels = at(json, 'labels') ?? [];
  if (!Array.isArray(nodes) || nodes.length > NAMES_MAX || !nodes.every((node) => typeof node === 'string'))
    throw new RangeError(`nodes must be a list of at most ${NAMES_MAX} host names`);
  if (!Array.isArray(labels) || labels.length > LABELS_MAX)
    throw new RangeError(`labels must be a list of at most ${LABELS_MAX} labels`);
  const terms: Predicate[] = [
    ...nodes.map((node) => equal({ kind: 'name' }, node)),
    ...labels.map((label: unknown) => equal({ kind: 'label', key: textAt(label, 'key') }, textAt(label, 'value'))),
  ];
  return terms.length > 0 ? anyOf(terms) : undefined;
}

function isQuoted(command: string, { userTexts, dataTexts }: Context): boolean {
  const line = oneLine(command).trim();
  if (line.length < QUOTED_MIN_CHARS || userTexts.some((text) => oneLine(text).includes(line))) return false;
  // Results of tools are JSON, and so are some attachments.
  return dataTexts.some((text) => oneLine(text).includes(line) || oneLine(withoutEscapes(text)).includes(line));
}

/** The text of a JSON string. Escaped control characters become spaces. */
const withoutEscapes = (json: string): string =>
  json.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_all: string, code: string | undefined, char: string) =>
    code === undefined ? (/[bfnrt]/.test(char) ? ' ' : char) : String.fromCharCode(Number.parseInt(code, 16)),
  );

const OBJECTS_MAX = 20;
const BEGIN = /\{\s*"(?:command|nodes|labels|query|reason)"\s*:/g;

/** The first JSON object with a command in a text. undefined if there is none. */
export function commandIn(text: string): unknown {
  let looked = 0;
  for (const { index } of text.matchAll(BEGIN)) {
    if ((looked += 1) > OBJECTS_MAX) return undefined;
    const json = parseJson(text.slice(index, endOfObject(text, index)));
    if (textAt(json, 'command') !== '') return json;
  }
  return undefined;
}

/** The index after the brace that closes the one at `from`. Braces in strings do not count. */
function endOfObject(text: string, from: number): number {
  let [depth, isText] = [0, false];
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (isText && char === '\\') i++;
    else if (char === '"') isText = !isText;
    else if (!isText && char === '{') depth++;
    else if (!isText && char === '}' && --depth === 0) return i + 1;
  }
  return text.length;
}
