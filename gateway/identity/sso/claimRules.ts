// Claims of an identity provider → roles and traits (resource-specs §4.2).
import { glob } from '../../../src/lib/glob.ts';
import { compileRegExp, type LinearRegExp } from '../../../src/lib/regexp/linearRegExp.ts';
import { inTurns } from '../../process/turns.ts';
import type { Traits } from '../../store/users.ts';

export type ClaimRule = { claim: string; value: string; roles: readonly string[] };
export type Claims = Readonly<Record<string, unknown>>;

type Compiled = { ok: true; regExp: LinearRegExp } | { ok: false; message: string };

/**
 * Compiles the pattern for the whole value: literal, with `*` as wildcard, or a regular expression between `^` and `$`.
 * `*` captures too.
 */
export const compileClaimRule = ({ value }: Pick<ClaimRule, 'value'>): Compiled => compileRegExp(patternOf(value));

const isRegExp = (value: string): boolean => value.startsWith('^') && value.endsWith('$');

const patternOf = (value: string): string =>
  isRegExp(value) ? value : `^${value.replace(/[\\^$.|?+()[\]{}]/g, '\\$&').replaceAll('*', '(?s:(.*))')}$`;

/** A rule that matches a claim of the user, and its roles. */
type ClaimMatch = { rule: number; claim: string; value: string; roles: readonly string[] };

type ClaimMatches = { matches: ClaimMatch[]; nearMisses: Omit<ClaimMatch, 'roles'>[] };

/** All matching rules, in their order. `nearMisses` differ from a claim only in upper and lower case. */
export async function matchClaims(rules: readonly ClaimRule[], claims: Claims): Promise<ClaimMatches> {
  const found: ClaimMatches = { matches: [], nearMisses: [] };
  // Hundreds of rules for tens of thousands of groups take seconds.
  await inTurns(matching(rules, claims, found), () => undefined);
  return found;
}

/** Yields after each value of a claim. */
function* matching(rules: readonly ClaimRule[], claims: Claims, { matches, nearMisses }: ClaimMatches) {
  const valuesByClaim = new Map<string, { value: string; inLowerCase: string }[]>();
  const valuesAt = (claim: string) => {
    const values =
      valuesByClaim.get(claim) ?? valuesOf(claims, claim).map((value) => ({ value, inLowerCase: value.toLowerCase() }));
    valuesByClaim.set(claim, values);
    return values;
  };
  for (const [index, rule] of rules.entries()) {
    const compiled = compileClaimRule(rule);
    if (!compiled.ok) continue; // such a rule is refused when the connector is saved
    const { regExp } = compiled;
    // There may be many rules and many groups. Few rules are regular expressions, and only those are matched as such.
    const fits = isRegExp(rule.value) ? (value: string) => regExp.test(value) : glob(rule.value);
    const lower = rule.value.toLowerCase();
    for (const { value, inLowerCase } of valuesAt(rule.claim)) {
      const match = { rule: index, claim: rule.claim, value };
      if (fits(value)) {
        // A role with an empty or missing capture would be an unintended name.
        const roles = rule.roles.flatMap((role) => (role.includes('$') ? regExp.replaceAll(value, role) : role) || []);
        matches.push({ ...match, roles });
      } else if (inLowerCase === lower) nearMisses.push(match);
      yield;
    }
    yield;
  }
}

/** Claims that describe the token and not the user. */
const OF_THE_TOKEN: ReadonlySet<string> = new Set([
  ...['iss', 'aud', 'azp', 'exp', 'iat', 'nbf', 'jti', 'nonce', 'at_hash', 'c_hash', 's_hash', 'auth_time', 'sid'],
]);

/** Without the claims of the token. */
export const claimsOfUser = (claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !OF_THE_TOKEN.has(name)));

/** Every claim about the user whose values are texts becomes a trait. */
export const traitsOf = (claims: Claims): Traits =>
  Object.fromEntries(
    Object.keys(claimsOfUser(claims)).flatMap((name) => {
      const values = valuesOf(claims, name);
      return values.length === 0 ? [] : [[name, values]];
    }),
  );

/** A text or a list of strings. Other values match nothing. */
function valuesOf(claims: Claims, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((item) => typeof item === 'string' && item !== '') as string[];
}
