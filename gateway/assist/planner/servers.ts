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
/** Words of a sentence that are also values of labels somewhere. */
const NEVER_VALUES = new Set(
  'a all and any are at be by do for from has have how i in is it its list many me much my no not of off on or our out run show that the their there they to true up was we what when which who why with yes you your'.split(
    ' ',
  ),
);

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
  const labels = facts.labels.filter(({ key, value }) => isMeant(lower, key, value.toLowerCase()));
  if (labels.length > 0) return { kind: 'some', names: [], labels: preferKeys(lower, labels) };
  return /\b(?:all|every|each|everywhere|whole|entire|any)\b/.test(lower) ? { kind: 'all' } : { kind: 'none' };
}

/** `env=prod`, `env: prod`, `env is prod`. */
const explicitLabels = (text: string, { labels }: ServerFacts) =>
  labels.filter(({ key, value }) => {
    const [k, v] = [escaped(key.toLowerCase()), escaped(value.toLowerCase())];
    return new RegExp(`(?:^|[^\\w.-])${k}\\s*(?:==?|:|\\bis\\b)\\s*["']?${v}(?![\\w.-])`, 'u').test(text);
  });

function isMeant(text: string, key: string, value: string): boolean {
  if (NEVER_VALUES.has(value) || value.length < 2) return mentions(text, key.toLowerCase());
  return true;
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

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

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
