import { allOf, flagged, moves, plain } from '../../../access/review/sentence.ts';
import type { Sentence } from '../../../descriptors/defineResource.ts';
import { at, isObject, textAt } from '../../../lib/json.ts';

/** Who comes in by one rule of a connector, in words, and which roles they get. */
export type SignInRule = { who: string; isAnybody: boolean; roles: readonly string[] };

export const itemsAt = (document: unknown, ...path: string[]): readonly unknown[] => {
  const found = at(document, ...path);
  return Array.isArray(found) ? found.filter(isObject) : [];
};
export const wordsAt = (value: unknown, key: string): readonly string[] =>
  [at(value, key)].flat().filter((word) => typeof word === 'string');

const say = (text: string, isFlagged: boolean): Sentence => (isFlagged ? flagged(text) : plain(text));

/** What a change of rules gives to people, and what it takes from them. */
export function reviewRules(before: readonly SignInRule[], after: readonly SignInRule[]): readonly Sentence[] {
  const everyone = [...new Map([...before, ...after].map((rule) => [rule.who, rule])).values()];
  const rolesOf = (rules: readonly SignInRule[], who: string) => [
    ...new Set(rules.filter((rule) => rule.who === who).flatMap(({ roles }) => roles)),
  ];
  return everyone.flatMap(({ who, isAnybody }) => {
    const [had, has] = [rolesOf(before, who), rolesOf(after, who)];
    const { gained, lost } = moves(had, has);
    return [
      ...(gained.length > 0 ? [say(`${who} get ${allOf(gained)}`, isAnybody)] : []),
      ...(lost.length > 0 ? [plain(`${who} no longer get ${allOf(lost)}`)] : []),
    ];
  });
}

/** The button on the sign-in page. `word` is what stands on it. */
export function reviewButton(before: unknown, after: unknown): readonly Sentence[] {
  const word = (document: unknown) => textAt(document, 'spec', 'display') || textAt(document, 'metadata', 'name');
  if (before === undefined) return [plain(`The sign-in page gets a button ${word(after)}`)];
  return word(before) === word(after) ? [] : [plain(`The button on the sign-in page is called ${word(after)}`)];
}

/** Where people are sent to prove who they are: whoever answers there decides who comes in. */
export function reviewAddresses(before: unknown, after: unknown, keys: readonly string[]): readonly Sentence[] {
  return keys.flatMap((key) => {
    const [was, is] = [textAt(before, 'spec', key), textAt(after, 'spec', key)];
    if (was === is) return [];
    const text = is === '' ? `People no longer sign in at ${was}` : `${is} decides who people are`;
    return [say(text, before !== undefined)];
  });
}

/** The provider sends people back to one of these; it has to know them. */
export function reviewCallback(before: unknown, after: unknown): readonly Sentence[] {
  const spec = (document: unknown) => wordsAt(at(document, 'spec'), 'redirect_url');
  return before === undefined
    ? []
    : moves(spec(before), spec(after)).gained.map((url) =>
        plain(`People come back to ${url}, which has to be entered at the provider too`),
      );
}
