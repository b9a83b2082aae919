import { withValueAt, type YamlPath } from '../../wire/yaml.ts';
import { toRole, type Role } from '../role.ts';

/** A small edit of one role. Without an `edit` it has to be thought about: there is no single right one. */
export type Change = {
  role: string;
  does: 'takes' | 'gives';
  path: YamlPath;
  /** `add root to logins in ops`; what stands between back quotes is code. */
  words: string;
  edit: { path: YamlPath; value: unknown } | undefined;
};

/**
 * What would turn the answer. `needed`: every one of these; `oneOf`: and one of these. `holding`: roles that somebody
 * would only have to be given. Not `enough`: nothing small would do, or nothing besides what is needed.
 */
export type SuggestedFixes = {
  needed: readonly Change[];
  oneOf: readonly Change[];
  holding: readonly string[];
  enough: boolean;
};

/** These alone, or nothing where there are none. */
export const justThese = (needed: readonly Change[]): SuggestedFixes => ({
  needed,
  oneOf: [],
  holding: [],
  enough: needed.length > 0,
});

/** One way has to be gone besides what is needed. */
export const oneWay = ({ needed, oneOf, holding }: Omit<SuggestedFixes, 'enough'>): SuggestedFixes => ({
  needed,
  oneOf: oneOf.slice(0, OFFERED),
  holding: holding.slice(0, OFFERED),
  enough: oneOf.length + holding.length > 0,
});

/** More ways than these are no help. */
export const OFFERED = 3;

/** The role with another value at one path of its document; undefined takes away what stands there. */
export const withValue = (role: Role, path: YamlPath, value: unknown): Role => toRole(withValueAt(role, path, value));

/** Names that are said as code in the words of a change. */
export const codeParts = (words: string): readonly { text: string; isCode: boolean }[] =>
  words.split('`').map((text, i) => ({ text, isCode: i % 2 === 1 }));

/** `root`, `root` and `*`: names as code. */
export const asCode = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' and ');
