// The built-in planner: turns some kinds of requests into commands. It knows only its table, and its answers state
// that.
import { changeTargets } from './changeTargets.ts';
import { exclusionIn } from './exclusions.ts';
import { HOST_INTENTS } from './hostIntents.ts';
import { isName, POLITE, type Intent } from './intent.ts';
import {
  chooseServers,
  isCommonWord,
  isSentenceWord,
  markTargets,
  SERVERS,
  wordSet,
  wordsOf,
  type MarkedRequest,
  type ServerChoice,
  type ServerFacts,
} from './servers.ts';
import words from './words.json' with { type: 'json' };
import { SERVICE_INTENTS } from './serviceIntents.ts';

/** All intents. The order matters: the first match decides. */
export const INTENTS: readonly Intent[] = [...HOST_INTENTS, ...SERVICE_INTENTS];

export type Plan =
  | {
      kind: 'command';
      intent: Intent;
      command: string;
      /** One sentence: what the command shows or does. */
      description: string;
      servers: ServerChoice;
    }
  /** The request names unknown servers. */
  | { kind: 'unknown-servers'; words: readonly string[]; isSystem: boolean }
  /** The name of a server is also a common word, so it does not count as a name. */
  | { kind: 'common-name'; word: string }
  /** The request would change something but does not name the servers. */
  | { kind: 'which-servers'; intent: Intent }
  /** The request is to change something. `intent`: the related command that only reads. */
  | { kind: 'only-reads'; intent: Intent }
  /** The request excludes something, which the tables do not support. */
  | { kind: 'exclusion'; word: string }
  | { kind: 'unknown' };

/** Longer texts are not requests for a table of words: a request has one or two sentences. */
export const REQUEST_CHARS_MAX = 500;

const NAME = String.raw`([\p{L}\p{N}][\p{L}\p{N}._-]*)`;
/** Patterns of words that must be the name of a server or the value of a label. */
const TARGETS = [
  String.raw`\b(?:on|at|from) (?:(?:the|my|our|server|host|machine|node|box|vm|called|named) )*${NAME}`,
  String.raw`\b(?:in|of|for|to|reboot|restart) (?:the )?(\p{L}[\p{L}\p{N}]*(?=[\p{L}\p{N}]*[-._\d])[\p{L}\p{N}._-]*)`,
  String.raw`${NAME} ${SERVERS}`,
  String.raw`NAME (?:(?:to|through) )?(\p{L}[\p{L}\p{N}._-]*\d[\p{L}\p{N}._-]*)`,
  String.raw`[\p{L}\p{N}] ?==? ?["']?([\p{L}\p{N}][\p{L}\p{N}._@-]*)`,
].map((source) => new RegExp(source, 'gu'));
/** The same, unless the words are the topic of the request: "of web-1 and its load", "list of packages". */
const TARGETS_OR_TOPICS = [
  String.raw`(?:NAME|LABEL)(?=(?:,? (?:and|or|&)|,) (?:(?:on|of|in|the|server|host|machine) )*${NAME}(?![\p{L}\p{N}._-]| by\b))`,
].map((source) => new RegExp(source, 'gu'));
/** The same for a request without names and labels: "uptime of all servers in tokyo". */
const PLACES = [/\b(?:in|of|for) (?:the )?(\p{L}+)(?![\p{L}\p{N}._-]| LABEL)/gu];

/** Words before "servers", or after "on", that name no servers, and common words. */
const FILLERS = new Set(['NAME', 'LABEL', ...wordSet(words.filler)]);
const SYSTEMS = wordSet(words.system);

const CHANGE_VERBS = [...wordSet(words.changeVerbs), 'free up', 'open (?:the )?port'].join('|');
/** "Update history" is not a request to update. */
const CHANGE = new RegExp(
  String.raw`^${POLITE}(?:${CHANGE_VERBS})(?![\w-]| (?:available|check|count|date|history|load|logs?|needed|pending|required|speed|status|times?)\b)`,
  'i',
);

/** Plans a request. `facts`: the visible servers and labels that its words match. `attached`: hostnames. */
export function planRequest(message: string, facts: ServerFacts, attached: readonly string[] = []): Plan {
  const text = message.slice(0, REQUEST_CHARS_MAX);
  const found = findIntent(text, markTargets(text, facts).names);
  if (!found) return { kind: 'unknown' };
  const { intent, args } = found;
  const isChange = intent.changes !== undefined;
  if (!isChange && CHANGE.test(normalized(text))) return { kind: 'only-reads', intent };
  // "Logs of nginx on web-1" is for web-1, even if a host is called nginx.
  const unit = args['unit']?.toLowerCase();
  const isUnitAlone =
    normalized(text)
      .toLowerCase()
      .split(' ')
      .filter((word) => word === unit).length < 2;
  const request = markTargets(text, {
    ...facts,
    names: facts.names.filter((name) => !isUnitAlone || name.toLowerCase() !== unit),
  });
  const word = exclusionIn(request, isChange);
  if (word !== undefined) return { kind: 'exclusion', word };
  const unknown = unknownServers(request, Object.values(args));
  const common = unknown.find((name) => facts.names.some((host) => host.toLowerCase() === name));
  if (common !== undefined) return { kind: 'common-name', word: common };
  if (unknown.length > 0)
    return { kind: 'unknown-servers', words: unknown, isSystem: unknown.some((word) => SYSTEMS.has(word)) };
  const named = isChange ? changeTargets(request, attached.length) : chooseServers(request);
  const isAttached = attached.length > 0 && named?.kind !== 'some';
  const servers = named && isAttached ? { kind: 'some' as const, names: attached, labels: [] } : named;
  if (!servers || (isChange && (servers.kind === 'none' || message !== text))) return { kind: 'which-servers', intent };
  return { kind: 'command', intent, command: intent.command(args), description: intent.describe(args), servers };
}

type FoundIntent = { intent: Intent; args: Readonly<Record<string, string | undefined>> };

/** `hosts`: hostnames in the request, which are not services unless the request marks them as such. */
export function findIntent(request: string, hosts: readonly string[] = []): FoundIntent | undefined {
  const text = normalized(request);
  const names = new Set(hosts.map((host) => host.toLowerCase()));
  for (const intent of INTENTS) {
    for (const pattern of intent.patterns) {
      const match = pattern.exec(text);
      const unit = match?.groups?.['unit']?.replace(/(?<!\.)\.+$/, '');
      if (!match || (unit !== undefined && !isName(unit.toLowerCase()))) continue;
      const behind = text.slice(match.index + match[0].length);
      const isService = /\bservice\b/i.test(match[0]) || /^ (?:service|on|at)\b/i.test(behind);
      if (isService || !unit || !names.has(unit.toLowerCase())) return { intent, args: { ...match.groups, unit } };
      const other = INTENTS.find(({ id }) => id === intent.ofHost);
      if (other) return { intent: other, args: {} };
    }
  }
  return undefined;
}

/** Words and paths separated by one space, without punctuation. */
const normalized = (text: string): string =>
  text
    .replace(/[?!,;"()“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, REQUEST_CHARS_MAX);

/** Words that should be names or labels of servers, and are not. */
function unknownServers({ sentence }: MarkedRequest, args: readonly (string | undefined)[]): string[] {
  const knownWords = new Set([...FILLERS, ...args.map((arg) => arg?.toLowerCase())]);
  const isUnknown = (word: string) =>
    ![word, ...wordsOf(word)].some((form) => knownWords.has(form) || isSentenceWord(form));
  const isTopic = (word: string) => /^\p{L}+$/u.test(word) && (isCommonWord(word) || findIntent(word) !== undefined);
  const found = (patterns: readonly RegExp[]) =>
    patterns
      .flatMap((pattern) =>
        Array.from(sentence.matchAll(pattern), ([, word = '']) => word.replace(/(?<![._-])[._-]+$/, '')),
      )
      .filter(isUnknown);
  const topics = [...TARGETS_OR_TOPICS, ...(/NAME|LABEL/.test(sentence) ? [] : PLACES)];
  return [...new Set([...found(TARGETS), ...found(topics).filter((word) => !isTopic(word))])];
}
