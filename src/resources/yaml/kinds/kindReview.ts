import { roleMoves, type KnownRoles } from '../../../access/review/roleGrants.ts';
import { moves } from '../../../lib/moves.ts';
import { change, code, textOf, phrase, type Sentence, type Phrase } from '../../../lib/sentence.ts';
import { at, textAt, textsAt } from '../../../lib/json.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import type { EditorKind, LocatedName } from './kind.ts';

/** Who signs in by one rule of a connector, as text, and which roles they get. */
export type SignInRule = { who: Phrase; isAnybody: boolean; roles: readonly string[] };

/** What a change of rules grants to users, and what it removes. */
function reviewRules(
  before: readonly SignInRule[],
  after: readonly SignInRule[],
  roles: KnownRoles | undefined,
): readonly Sentence[] {
  const key = ({ who }: SignInRule) => textOf(who);
  const everyone = new Map([...before, ...after].map((rule) => [key(rule), rule]));
  const rolesOf = (rules: readonly SignInRule[], of: string) =>
    rules.filter((rule) => key(rule) === of).flatMap(({ roles: names }) => names);
  return [...everyone].flatMap(([of, { who, isAnybody }]) =>
    roleMoves({ who, gets: 'get', loses: 'no longer get' }, rolesOf(before, of), rolesOf(after, of), roles).map(
      (sentence) => (isAnybody && sentence.effect === 'gain' ? { ...sentence, flagged: true } : sentence),
    ),
  );
}

/** The role names that the rules of a list assign, each with its path. */
export const namesInRules = (document: unknown, list: readonly string[], key: string): readonly LocatedName[] => {
  const rules = at(document, ...list);
  return (Array.isArray(rules) ? rules : []).flatMap((rule, i) => namesIn(rule, key, [...list, i, key]));
};

/** The names in a list, or a single name in its place. */
export function namesIn(value: unknown, key: string, path: YamlPath): readonly LocatedName[] {
  const found = at(value, key);
  if (typeof found === 'string') return [{ name: found, path }];
  return (Array.isArray(found) ? found : []).flatMap((name: unknown, i) =>
    typeof name === 'string' ? [{ name, path: [...path, i] }] : [],
  );
}

/** The button on the sign-in page, with its text. */
function reviewButton(before: unknown, after: unknown): readonly Sentence[] {
  const word = (document: unknown) => textAt(document, 'spec', 'display') || textAt(document, 'metadata', 'name');
  if (before === undefined) return [change(phrase`The sign-in page shows a new button ${code(word(after))}`)];
  return word(before) === word(after)
    ? []
    : [change(phrase`The button on the sign-in page is renamed to ${code(word(after))}`)];
}

/** The addresses that authenticate users. Their owner decides who can sign in. */
function reviewAddresses(before: unknown, after: unknown, keys: readonly string[]): readonly Sentence[] {
  return keys.flatMap((key) => {
    const [was, is] = [textAt(before, 'spec', key), textAt(after, 'spec', key)];
    if (was === is) return [];
    const text =
      is === '' ? phrase`Users no longer sign in at ${code(was)}` : phrase`${code(is)} now authenticates users`;
    return [change(text, { flagged: before !== undefined })];
  });
}

/** The provider redirects users to one of these, so it must know them. */
function reviewCallback(before: unknown, after: unknown): readonly Sentence[] {
  const spec = (document: unknown) => textsAt(at(document, 'spec'), 'redirect_url');
  return before === undefined
    ? []
    : moves(spec(before), spec(after)).gained.map((url) =>
        change(phrase`Users return to ${code(url)}. Enter this address at the provider too`),
      );
}

/** Describes a new value of one setting; undefined: not worth a sentence. */
export type Meaning = (value: unknown, before: unknown) => Sentence | undefined;

export const plain = (text: Phrase | string): Sentence => change(text);
export const dangerous = (text: Phrase | string): Sentence => change(text, { flagged: true });

/** A kind with settings in `spec`, each with its own description. */
export const settingsKind = (meanings: Readonly<Record<string, Meaning>>, takesEffect: string): EditorKind => ({
  review: (before, after) => reviewSettings(meanings, before, after),
  reviewed: Object.keys(meanings).map((key) => `spec.${key}`),
  takesEffect,
});

/** One sentence for each setting that changed, in the order of the table. */
function reviewSettings(
  meanings: Readonly<Record<string, Meaning>>,
  before: unknown,
  after: unknown,
): readonly Sentence[] {
  return Object.entries(meanings).flatMap(([key, meaning]) => {
    const [was, is]: unknown[] = [at(before, 'spec', key), at(after, 'spec', key)];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return meaning(is, was) ?? [];
  });
}

type ConnectorRules = {
  /** Keys of `spec` with addresses that authenticate users. */
  addresses: readonly string[];
  /** Keys of the lists that assign roles. */
  lists: readonly string[];
  rulesOf: (document: unknown) => readonly SignInRule[];
};

/** The first sentences in the review of a connector. */
export const connectorReview = ({
  addresses,
  lists,
  rulesOf,
}: ConnectorRules): Pick<EditorKind, 'review' | 'reviewed' | 'takesEffect'> => ({
  review: (before, after, { roles }) => [
    ...reviewButton(before, after),
    ...reviewAddresses(before, after, addresses),
    ...reviewCallback(before, after),
    ...reviewRules(rulesOf(before), rulesOf(after), roles),
  ],
  reviewed: ['display', ...addresses, 'client_secret', 'redirect_url', ...lists].map((key) => `spec.${key}`),
  takesEffect: 'At the next sign-in with it. Signed-in users keep their current roles until then.',
});
