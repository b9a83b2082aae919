// Which servers a request means: names and labels that exist, and words such as "all".
import { printPredicate } from '../../../src/wire/predicate/print.ts';
import type { Predicate } from '../../../src/wire/predicate/query.ts';

/** What of the inventory the words of a request may mean; all of it is visible to the user. */
export type ServerFacts = {
  /** Host names that are words of the request. */
  names: readonly string[];
  /** Labels whose value is a word of the request. */
  labels: readonly { key: string; value: string }[];
};

export type ServerChoice =
  | { kind: 'none' }
  | { kind: 'all' }
  | { kind: 'some'; names: readonly string[]; labels: readonly { key: string; value: string }[] };

/** Short and long names of one thing. */
const SAME: readonly (readonly string[])[] = [
  ['prod', 'production', 'prd', 'live'],
  ['dev', 'development'],
  ['stage', 'staging', 'stg'],
  ['test', 'testing', 'tst'],
  ['qa', 'quality'],
];
/** Words of any sentence. As the value of a label they count only with its key. */
const SENTENCE_WORDS = new Set(
  `a about after again all also am an and any anything are as at be because been before being but by can check could did do does done down each else every everything explain false find fix for from
   get give go going good had has have he hello help her here hi him his how i if in into is it its just know last later let like list look looks make many me mean means more most much my need new
   next no none not now of off ok okay old on one only or other our out over please print printed put read really run same say says see seem seems send set she should show so some something start
   stop such sure tell than thank thanks that the their them then there these they thing things think this those to too true try two under until up us use used uses very via want was we well were
   what when where which who whose why will with would wrong yes yet you your`.split(/\s+/),
);
/** What requests are about. As the value of a label they count with its key, or right before "servers". */
const TOPIC_WORDS = new Set(
  `account alert answer average available big boot box busy certificate closed cluster command conversation count cpu critical current day directory disk error event failed failure file
   fleet folder free full healthy high host hour inode installed instance issue journal kernel label large limit line load local log login low machine memory message minute month name
   network night node number offline online open output package password pending port problem process question ram rate reason reboot recent remote restart result running server service
   session size slow small socket space state status summary swap system table text time title today total traffic unit update upgrade uptime usage user version vm warning week year
   yesterday`.split(/\s+/),
);
const isTopic = (word: string): boolean =>
  [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((form) => TOPIC_WORDS.has(form));
const isSentenceWord = (word: string): boolean => word.length < 2 || /^\d+$/.test(word) || SENTENCE_WORDS.has(word);

/** True for a word, in lower case, that alone names no servers. */
export const isCommonWord = (word: string): boolean => isSentenceWord(word) || isTopic(word);

/** Words for servers, as a part of a regular expression. `node-1` is a name. */
export const SERVERS = String.raw`(?:servers?|machines?|hosts?|nodes?|boxes|vms?|instances?)(?![\w-]|\.\w)`;

/** Words of a request: host names and values of labels are among them. Lower case. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}._:@/-]{0,99}/gu) ?? [];
  const plain = words.flatMap((word) => [word, word.replace(/[.:/-]+$/, ''), word.replace(/(?:'s|s)$/, '')]);
  const values = text.toLowerCase().match(/(?<=[=:]\s?["']?)[\p{L}\p{N}][\p{L}\p{N}._@/-]{0,99}/gu) ?? [];
  return [...new Set([...plain, ...values].flatMap((word) => [word, ...synonymsOf(word)]))].filter(
    (word) => word.length > 0 && word.length <= 100,
  );
}

const synonymsOf = (word: string): readonly string[] => SAME.find((group) => group.includes(word)) ?? [];

/** `text`: of the request; `facts`: what `wordsOf` it means in the inventory. */
export function chooseServers(text: string, facts: ServerFacts): ServerChoice {
  const lower = text.toLowerCase();
  const explicit = explicitLabels(lower, facts);
  if (facts.names.length > 0 && explicit.length === 0) return { kind: 'some', names: facts.names, labels: [] };
  if (explicit.length > 0) return { kind: 'some', names: [], labels: explicit };
  const labels = facts.labels.filter(({ key, value }) => namesLabel(lower, key, value));
  if (labels.length > 0) return { kind: 'some', names: [], labels: preferKeys(lower, labels) };
  return /\b(?:all|every|each|everywhere|whole|entire|any)\b/.test(lower) ? { kind: 'all' } : { kind: 'none' };
}

const explicitLabels = (text: string, { labels }: ServerFacts) =>
  labels.filter(({ key, value }) => isExplicit(text, key.toLowerCase(), value.toLowerCase()));

/** `env=prod`, `env: prod`, `env is prod`. */
const isExplicit = (text: string, key: string, value: string): boolean =>
  new RegExp(`(?:^|[^\\w.-])${escaped(key)}\\s*(?:==?|:|\\bis\\b)\\s*["']?${escaped(value)}(?![\\w.-])`, 'u').test(
    text,
  );

/** Whether a text in lower case, which has the value of a label among its words, means the servers with this label. */
export function namesLabel(text: string, labelKey: string, labelValue: string): boolean {
  const [key, value] = [labelKey.toLowerCase(), labelValue.toLowerCase()];
  if (!isCommonWord(value) || isExplicit(text, key, value)) return true;
  if (!isCommonWord(key) && mentions(text, key)) return true;
  return !isSentenceWord(value) && new RegExp(`(?:^|[^\\w.-])${escaped(value)}\\s+${SERVERS}`, 'u').test(text);
}

/** Of several labels with one value those whose key is named; of `team core` not also `cluster: core`. */
function preferKeys(text: string, labels: readonly { key: string; value: string }[]) {
  return labels.filter(({ key, value }) => {
    const rivals = labels.filter((other) => other.value === value && other.key !== key);
    return mentions(text, key.toLowerCase()) || !rivals.some((rival) => mentions(text, rival.key.toLowerCase()));
  });
}

const mentions = (text: string, word: string): boolean =>
  new RegExp(`(?:^|[^\\w.-])${escaped(word)}(?:s|es)?(?![\\w-])`, 'u').test(text);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The query of a choice; undefined where it is none of some servers. Labels of one key are alternatives. */
export function queryOf(choice: ServerChoice): string | undefined {
  if (choice.kind !== 'some') return undefined;
  if (choice.names.length > 0) return printPredicate(anyOf(choice.names.map((name) => equal({ kind: 'name' }, name))));
  const keys = [...new Set(choice.labels.map(({ key }) => key))];
  const terms = keys.map((key) =>
    anyOf(choice.labels.filter((label) => label.key === key).map(({ value }) => equal({ kind: 'label', key }, value))),
  );
  const [only] = terms;
  return printPredicate(terms.length === 1 && only ? only : { kind: 'all', at: 0, terms });
}

/** Of all servers. */
export const EVERY_SERVER = 'name != ""';

/** True where one of the terms is; `terms` is not empty. */
export function anyOf(terms: readonly Predicate[]): Predicate {
  const [only] = terms;
  return terms.length === 1 && only ? only : { kind: 'any', at: 0, terms };
}

export const equal = (left: { kind: 'name' } | { kind: 'label'; key: string }, value: string): Predicate => ({
  kind: 'compare',
  at: 0,
  negated: false,
  left,
  right: { kind: 'text', value },
});
