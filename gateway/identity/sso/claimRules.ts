// Claims of an identity provider → roles and traits (resource-specs §4.2).
import { glob } from '../../../src/lib/glob.ts';
import { compileRegExp, type LinearRegExp } from '../../../src/lib/regexp/linearRegExp.ts';
import { inTurns } from '../../process/turns.ts';
import type { Traits } from '../../store/users.ts';

export type ClaimRule = { claim: string; value: string; roles: readonly string[] };
export type Claims = Readonly<Record<string, unknown>>;

type Compiled = { ok: true; regExp: LinearRegExp } | { ok: false; message: string };

/** The whole value: literal, with `*` for anything, or a regular expression between `^` and `$`. `*` captures too. */
export const compileClaimRule = ({ value }: Pick<ClaimRule, 'value'>): Compiled => compileRegExp(patternOf(value));

const isRegExp = (value: string): boolean => value.startsWith('^') && value.endsWith('$');

const patternOf = (value: string): string =>
  isRegExp(value) ? value : `^${value.replace(/[\\^$.|?+()[\]{}]/g, '\\$&').replaceAll('*', '(?s:(.*))')}$`;

/** A rule that fits a claim of the user, and the roles it gives. */
type ClaimMatch = { rule: number; claim: string; value: string; roles: readonly string[] };

type ClaimMatches = { matches: ClaimMatch[]; nearMisses: Omit<ClaimMatch, 'roles'>[] };

/** All rules that fit, in their order. `nearMisses` differ from a claim in upper and lower case alone. */
export async function matchClaims(rules: readonly ClaimRule[], claims: Claims): Promise<ClaimMatches> {
  const found: ClaimMatches = { matches: [], nearMisses: [] };
  // Hundreds of rules for tens of thousands of groups take seconds.
  await inTurns(matching(rules, claims, found), () => undefined);
  return found;
}

/** Stops after each value of a claim. */
function* matching(rules: readonly ClaimRule[], claims: Claims, { matches, nearMisses }: ClaimMatches) {
  const known = new Map<string, { value: string; inLowerCase: string }[]>();
  const valuesAt = (claim: string) => {
    const values =
      known.get(claim) ?? valuesOf(claims, claim).map((value) => ({ value, inLowerCase: value.toLowerCase() }));
    known.set(claim, values);
    return values;
  };
  for (const [index, rule] of rules.entries()) {
    const compiled = compileClaimRule(rule);
    if (!compiled.ok) continue; // refused when the connector was saved
    const { regExp } = compiled;
    // There may be many rules and many groups: few rules are regular expressions, and only they are matched as such.
    const fits = isRegExp(rule.value) ? (value: string) => regExp.test(value) : glob(rule.value);
    const lower = rule.value.toLowerCase();
    for (const { value, inLowerCase } of valuesAt(rule.claim)) {
      const place = { rule: index, claim: rule.claim, value };
      if (fits(value)) {
        // A role whose capture is empty or missing would be a name that nobody wrote.
        const roles = rule.roles.flatMap((role) => (role.includes('$') ? regExp.replaceAll(value, role) : role) || []);
        matches.push({ ...place, roles });
      } else if (inLowerCase === lower) nearMisses.push(place);
      yield;
    }
    yield;
  }
}

/** Claims that belong to one token and say nothing about the user. */
const OF_THE_TOKEN: ReadonlySet<string> = new Set([
  ...['iss', 'aud', 'azp', 'exp', 'iat', 'nbf', 'jti', 'nonce', 'at_hash', 'c_hash', 's_hash', 'auth_time', 'sid'],
]);

/** Without those of the token. */
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

/** A text or a list of strings; other values match nothing. */
function valuesOf(claims: Claims, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((item) => typeof item === 'string' && item !== '') as string[];
}
