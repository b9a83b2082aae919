// The built-in planner: requests of a few kinds become commands. It understands what its table has and says so.
import { exclusionIn } from './exclusions.ts';
import { HOST_INTENTS } from './hostIntents.ts';
import { isName, type Intent } from './intent.ts';
import { chooseServers, SERVERS, wordsOf, type ServerChoice, type ServerFacts } from './servers.ts';
import { SERVICE_INTENTS } from './serviceIntents.ts';

/** All that the planner understands. In this order: the first that matches decides. */
export const INTENTS: readonly Intent[] = [...HOST_INTENTS, ...SERVICE_INTENTS];

export type Plan =
  | {
      kind: 'command';
      intent: Intent;
      command: string;
      /** One sentence: what the command shows or does. */
      says: string;
      servers: ServerChoice;
    }
  /** The request names servers that nobody has. */
  | { kind: 'unknown-servers'; words: readonly string[]; isSystem: boolean }
  /** Something would change, and the request does not say where. */
  | { kind: 'which-servers'; intent: Intent }
  /** The request leaves out something, which no table understands. */
  | { kind: 'exclusion'; word: string }
  | { kind: 'unknown' };

/** A request is one sentence or two; what is longer was not written for a table of words. */
export const REQUEST_CHARS_MAX = 500;

const OTHER_SERVERS =
  /\b(?:on|at|from)\s+(?:(?:the|my|our|server|host|machine|node|box|vm|called|named)\s+)*([\p{L}\p{N}][\p{L}\p{N}._-]*)/giu;
const NAMED_HOST =
  /\b(?:in|of|for|to|reboot|restart)\s+(?:the\s+)?([\p{L}][\p{L}\p{N}]*(?=[\p{L}\p{N}]*[-._\d])[\p{L}\p{N}._-]*)/giu;
const KIND_OF_SERVER = new RegExp(String.raw`([\p{L}\p{N}][\p{L}\p{N}._-]*)\s+${SERVERS}`, 'giu');
const LABEL = /([\p{L}\p{N}][\p{L}\p{N}._/-]*)\s*==?\s*["']?([\p{L}\p{N}][\p{L}\p{N}._@-]*)/giu;

/** Words before "servers", or behind "on", that name none of them. */
const FILLERS = new Set(
  `a all and any are available by current different down each entire every everything few four full for from have having healthy her his how i in is its list live local me
   most multiple my now of offline on one online or other our own part port ports remote reachable reboot restart running same several show some startup system that the their them these
   they this those three today two up us uptime which whole with your do does did can could much many busy slow boot average last recent recently night week month yesterday
   monday tuesday wednesday thursday friday saturday sunday server servers machine machines host hosts node nodes disk disks cpu memory load service services check checks get find give look tell display print report compare count scan
   inspect query see view describe explain monitor test verify need needs please`.split(/\s+/),
);
const SYSTEMS = new Set(
  'linux ubuntu debian centos rhel redhat fedora rocky almalinux alma suse opensuse sles arch alpine amazon windows macos freebsd unix'.split(
    ' ',
  ),
);

/** What a request asks for. `facts`: what its words mean among the servers that the user sees. */
export function planRequest(message: string, facts: ServerFacts): Plan {
  const text = message.slice(0, REQUEST_CHARS_MAX);
  const found = findIntent(text);
  if (!found) return { kind: 'unknown' };
  const { intent, args } = found;
  const word = exclusionIn(text, facts, intent.changes !== undefined);
  if (word !== undefined) return { kind: 'exclusion', word };
  const unknown = unknownServers(text, facts, Object.values(args));
  if (unknown.length > 0)
    return { kind: 'unknown-servers', words: unknown, isSystem: unknown.some((word) => SYSTEMS.has(word)) };
  const servers = chooseServers(text, facts);
  if (servers.kind === 'none' && intent.changes !== undefined) return { kind: 'which-servers', intent };
  return { kind: 'command', intent, command: intent.command(args), says: intent.says(args), servers };
}

type Found = { intent: Intent; args: Readonly<Record<string, string | undefined>> };

export function findIntent(request: string): Found | undefined {
  const text = toWords(request);
  for (const intent of INTENTS) {
    for (const pattern of intent.patterns) {
      const match = pattern.exec(text);
      const args = { ...match?.groups };
      if (match && isName(args['unit']))
        return { intent, args: args['unit'] ? { ...args, unit: args['unit'].replace(/[.]+$/, '') } : args };
    }
  }
  return undefined;
}

/** Words and paths with one blank between them, without the punctuation of sentences. */
const toWords = (text: string): string =>
  text
    .replace(/[?!,;"()“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, REQUEST_CHARS_MAX);

/** Words that have to be names or labels of servers, and are not. */
function unknownServers(text: string, { names, labels }: ServerFacts, args: readonly (string | undefined)[]): string[] {
  const known = new Set(
    [...names, ...labels.flatMap(({ key, value }) => [key, value]), ...args.filter((arg) => arg !== undefined)].flatMap(
      (word) => wordsOf(word),
    ),
  );
  const isUnknown = (word: string) =>
    !FILLERS.has(word) && !/^\d+$/.test(word) && !wordsOf(word).some((form) => known.has(form) || FILLERS.has(form));
  const lower = text.toLowerCase();
  const named = [OTHER_SERVERS, NAMED_HOST, KIND_OF_SERVER].flatMap((pattern) =>
    Array.from(lower.matchAll(pattern), ([, word = '']) => word.replace(/[._-]+$/, '')),
  );
  const values = Array.from(lower.matchAll(LABEL), ([, , value = '']) => value.replace(/[._-]+$/, ''));
  return [...new Set([...named, ...values].filter(isUnknown))];
}
