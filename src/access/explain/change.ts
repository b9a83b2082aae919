import { withValueAt, type YamlPath } from '../../wire/yaml.ts';
import { toRole, type Role } from '../role.ts';

/** A small edit of one role. Without an `edit` the user must decide: there is more than one right edit. */
export type Change = {
  role: string;
  does: 'takes' | 'gives';
  path: YamlPath;
  /** `add root to logins in ops`. Text between backticks is code. */
  words: string;
  edit: { path: YamlPath; value: unknown } | undefined;
};

/** A change and the resulting role. Manual changes count as done. */
export type Step = { change: Change; then: Role };

/**
 * The changes that would reverse the answer. `needed`: all of these. `oneOf`: and one of these. `holding`: roles that
 * the user could get instead. Not `enough`: no small change is sufficient, or none beyond `needed`.
 */
export type SuggestedFixes = {
  needed: readonly Change[];
  oneOf: readonly Change[];
  holding: readonly string[];
  enough: boolean;
};

/** Only these changes, or none. */
export const justThese = (needed: readonly Change[]): SuggestedFixes => ({
  needed,
  oneOf: [],
  holding: [],
  enough: needed.length > 0,
});

/** One further change is required in addition to `needed`. */
export const withOneOf = ({ needed, oneOf, holding }: Omit<SuggestedFixes, 'enough'>): SuggestedFixes => ({
  needed,
  oneOf: oneOf.slice(0, OFFERED),
  holding: holding.slice(0, OFFERED),
  enough: oneOf.length + holding.length > 0,
});

/** More choices than this do not help. */
export const OFFERED = 3;

/** The role with another value at one path of its document. Undefined removes the value. */
export const withValue = (role: Role, path: YamlPath, value: unknown): Role => toRole(withValueAt(role, path, value));

/** Splits the words of a change into text and code. */
export const codeParts = (words: string): readonly { text: string; isCode: boolean }[] =>
  words.split('`').map((text, i) => ({ text, isCode: i % 2 === 1 }));

/** `root`, `root` and `*`, formatted as code. */
export const asCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' and ');
