// Finds the servers of a request: existing names and labels, and words such as "all".
import { printPredicate } from '../../../src/wire/predicate/print.ts';
import type { Predicate } from '../../../src/wire/predicate/query.ts';

import words from './words.json' with { type: 'json' };

/** The visible servers and labels that the words of a request may mean. */
export type ServerFacts = {
  /** Hostnames that are words of the request. */
  names: readonly string[];
  /** Labels whose value is a word of the request. */
  labels: readonly Label[];
};

type Label = { key: string; value: string };

export type ServerChoice = { kind: 'none' } | { kind: 'all' } | ({ kind: 'some' } & ServerFacts);

/** The words in lines of words.json. */
export function wordSet(lines: readonly string[]): Set<string> {
  return new Set(lines.join(' ').split(' '));
}

/** Synonyms: short and long names. */
const SAME = words.synonyms.map((group) => group.split(' '));
/** Common words. As a label's value they count only together with its key. */
const SENTENCE_WORDS = wordSet(words.sentence);
/** Topics of requests. As a label's value they count together with its key, or directly before "servers". */
const TOPIC_WORDS = wordSet(words.topic);
const isTopic = (word: string): boolean =>
  [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((form) => TOPIC_WORDS.has(form));
export const isSentenceWord = (word: string): boolean =>
  word.length < 2 || /^\d+$/.test(word) || SENTENCE_WORDS.has(word);

/** True for a lower-case word that by itself names no servers. */
export const isCommonWord = (word: string): boolean => isSentenceWord(word) || isTopic(word);

/** Words for servers, as a part of a regular expression. `node-1` is a name. */
export const SERVERS = String.raw`(?:servers?|machines?|hosts?|nodes?|boxes|vms?|instances?)(?![\w-]|\.\w)`;

/** Words of a request, in lower case. Hostnames and label values are among them. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}._:@/-]{0,99}/gu) ?? [];
  const plain = words.flatMap((word) => [word, word.replace(/(?<![.:/-])[.:/-]+$/, ''), word.replace(/(?:'s|s)$/, '')]);
  const values = text.toLowerCase().match(/(?<=[=:]\s?["']?)[\p{L}\p{N}][\p{L}\p{N}._@/-]{0,99}/gu) ?? [];
  return [...new Set([...plain, ...values].flatMap((word) => [word, ...synonymsOf(word)]))].filter(
    (word) => word.length > 0 && word.length <= 100,
  );
}

const synonymsOf = (word: string): readonly string[] => SAME.find((group) => group.includes(word)) ?? [];

/** A request in lower case, with NAME and LABEL instead of the names and labels in it. */
export type MarkedRequest = ServerFacts & { sentence: string };

/** `facts`: what the text's `wordsOf` match in the inventory. */
export function markTargets(text: string, facts: ServerFacts): MarkedRequest {
  const lower = text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').replace(/ ?, ?/g, ', ');
  const mark = (sentence: string, found: readonly RegExp[], as: string) =>
    found.reduce((marked, pattern) => marked.replace(pattern, as), sentence);
  const names = facts.names.filter((name) => nameIn(name).test(lower));
  const named = mark(lower, names.map(nameIn), 'NAME');
  // `team core` does not also match `cluster: core`, and `env=prod` not also `env: production`.
  const keyed = facts.labels.filter((label) => whole(withKey(label)).test(named)).map(({ value }) => value);
  const labels = facts.labels.filter((label) =>
    keyed.some((value) => [value, ...synonymsOf(value)].includes(label.value))
      ? whole(withKey(label)).test(named)
      : labelIn(label).test(named),
  );
  // "Web-1 in production" is one server, "web-1 and production" are several.
  const beside = named
    .split(/,|;| (?:and|or|&) /)
    .filter((part) => !part.includes('NAME'))
    .join(', ');
  return {
    sentence: mark(named, labels.map(labelIn), 'LABEL'),
    names,
    labels: labels.filter((label) => labelIn(label).test(beside)),
  };
}

/** The servers of a request that only reads. */
export function chooseServers({ sentence, names, labels }: MarkedRequest): ServerChoice {
  if (names.length + labels.length > 0) return { kind: 'some', names, labels };
  return /\b(?:all|every|each|everywhere|whole|entire|any)\b/.test(sentence) ? { kind: 'all' } : { kind: 'none' };
}

/** Matches whole words of a lower-case text, also after a minus. */
const whole = (source: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}_.@/=]|[\p{L}\p{N}_]-)(?:${source})(?:'?s)?(?![\p{L}\p{N}_@/-]|\.[\p{L}\p{N}])`,
    'gu',
  );

const NAMING = String.raw`(?:(?:host(?:name)?|name|node|server)\s*(?:==?|:)\s*|(?:named|called)\s+)`;
/** Finds a hostname in a lower-case text. A common word must be in quotes, or as in `host=now`, "named now". */
export function nameIn(hostName: string): RegExp {
  const name = hostName.toLowerCase();
  return whole(`${isCommonWord(name) ? `(?:${NAMING}|["'“\`])` : `${NAMING}?["'“\`]?`}${escaped(name)}["'”\`]?`);
}

/** Finds `prod`, `team core` or `env=prod` in a lower-case text. A common word needs its key, or "servers" after it. */
export function labelIn({ key, value }: Label): RegExp {
  const words = [value.toLowerCase(), ...synonymsOf(value.toLowerCase())];
  const keyed = words.map((word) => withKey({ key, value: word }));
  const alone = words
    .filter((word) => !isSentenceWord(word))
    .map((word) => (isTopic(word) ? `${escaped(word)}(?=\\s+${SERVERS})` : escaped(word)));
  return whole([...keyed, ...alone].join('|'));
}

function withKey(label: Label): string {
  const [key, value] = [escaped(label.key.toLowerCase()), escaped(label.value.toLowerCase())];
  const is = String.raw`\s*(?:==?|:|\bis\b)\s*["'“]?`;
  return isCommonWord(label.key.toLowerCase())
    ? `${key}${is}${value}["'”]?`
    : `${key}(?:${is}|\\s+)${value}["'”]?|${value}\\s+${key}`;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * A query for servers with one of the names or with a label of each key, which may have several values. undefined for
 * other choices.
 */
export function queryOf(choice: ServerChoice): string | undefined {
  if (choice.kind !== 'some') return undefined;
  const names = choice.names.map((name) => equal({ kind: 'name' }, name));
  const keys = [...new Set(choice.labels.map(({ key }) => key))];
  const terms = keys.map((key) =>
    anyOf(choice.labels.filter((label) => label.key === key).map(({ value }) => equal({ kind: 'label', key }, value))),
  );
  const [first] = terms;
  if (!first) return printPredicate(anyOf(names));
  return printPredicate(anyOf([...names, terms.length === 1 ? first : { kind: 'all', at: 0, terms }]));
}

/** Of all servers. */
export const EVERY_SERVER = 'name != ""';

/** True if one of the terms is true. `terms` must not be empty. */
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
