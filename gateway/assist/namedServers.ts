// Checks that the servers of a proposal are servers that the user has named. Data that a model has read must not select
// servers: a hostname, a label or an output may contain any text.
import type { AssistContext } from '../../src/wire/assist/messages.ts';
import type { Operand, Predicate } from '../../src/wire/predicate/query.ts';
import { isCommonWord, labelIn, nameIn, SERVERS, wordsOf } from './planner/servers.ts';

export type NamedServers = {
  /** The last message refers to all servers. */
  all: boolean;
  /** Messages of the user, in lower case. */
  messages: readonly { text: string; words: ReadonlySet<string> }[];
  /** Hostnames that the user attached, lower case. */
  attached: ReadonlySet<string>;
};

/** All servers, without a restricting word: "all servers in staging" are those with a label. */
const ALL = new RegExp(
  String.raw`\b(?:(?:all|every|each)\s+(?:(?:of|the|our|my|your|single|available|online|running|visible|\d+)\s+){0,3}${SERVERS}|everywhere\b|(?:whole|entire)\s+(?:fleet|cluster)\b)(?![\s,(]+(?:in|of|on|at|from|with|without|where|whose|that|which|except|excluding|but|not|only|like|named|called|tagged|labell?ed|matching)\b)`,
  'i',
);

/** Characters of a message that are searched for names: a long pasted log names no servers. */
const NAMED_IN_CHARS = 4000;

/** Only from the user's messages and attachments. */
export function namedServers(messages: readonly { text: string; context: readonly AssistContext[] }[]): NamedServers {
  const texts = messages.map(({ text }) => text.slice(0, NAMED_IN_CHARS));
  return {
    all: ALL.test(texts.at(-1) ?? ''),
    messages: texts.map((text) => ({ text: text.toLowerCase(), words: new Set(wordsOf(text)) })),
    attached: new Set(messages.flatMap(({ context }) => serversInContext(context).map((name) => name.toLowerCase()))),
  };
}

/** True if the query finds only named servers: each way to match it needs one of the names. */
export function isNamed(predicate: Predicate, named: NamedServers): boolean {
  if (named.all) return true;
  switch (predicate.kind) {
    case 'all':
      return predicate.terms.some((term) => isNamed(term, named));
    case 'any':
      return predicate.terms.length > 0 && predicate.terms.every((term) => isNamed(term, named));
    case 'compare':
      return !predicate.negated && isNamedOperand(predicate.left, predicate.right, named);
    case 'search':
      return predicate.args.some((arg) => arg.kind === 'text' && isSearchWord(arg.value.toLowerCase(), named));
    case 'exists':
    case 'not':
      return false;
    default:
      return predicate satisfies never;
  }
}

const isSearchWord = (word: string, { messages }: NamedServers): boolean =>
  !isCommonWord(word) && messages.some(({ words }) => words.has(word));

function isNamedOperand(left: Operand, right: Operand, { messages, attached }: NamedServers): boolean {
  if (right.kind !== 'text') return false;
  const value = right.value.toLowerCase();
  if (value === '') return false;
  if (left.kind === 'name') return attached.has(value) || messages.some(({ text }) => nameIn(value).test(text));
  if (left.kind !== 'label') return false;
  return messages.some(({ text }) => labelIn({ key: left.key, value }).test(text));
}

const NAMES_MAX = 200;

/**
 * Hostnames of the servers that a user attached: the first word of each line (streams §7.7). The rest is a description
 * and selects nothing.
 */
export const serversInContext = (context: readonly AssistContext[]): string[] => {
  const lines = context.filter(({ kind }) => kind === 'servers').flatMap(({ text }) => text.split('\n'));
  const names = lines.map((line) => /^\s*(?:[-*]\s+)?(\S+)/.exec(line)?.[1] ?? '').filter((name) => name !== '');
  return [...new Set(names)].slice(0, NAMES_MAX);
};
