/** A line of a role, to trace an answer: `spec.deny.logins[0]` of role `ops`. */
export type RuleLocation = { role: string; path: string };

/**
 * `by` contains the deciding lines. `deny`: a rule forbids it. `fault`: an error in a role makes the check fail.
 * `none`: no role grants it.
 */
export type Verdict =
  | { ok: true; by: readonly RuleLocation[] }
  | { ok: false; cause: 'deny' | 'fault'; by: readonly RuleLocation[]; message: string }
  | { ok: false; cause: 'none'; message: string };

export const granted = (...by: readonly RuleLocation[]): Verdict => ({ ok: true, by });
export const forbidden = (message: string, ...by: readonly RuleLocation[]): Verdict => ({
  ok: false,
  cause: 'deny',
  by,
  message,
});
export const faulty = (message: string, ...by: readonly RuleLocation[]): Verdict => ({
  ok: false,
  cause: 'fault',
  by,
  message,
});
export const ungranted = (message: string): Verdict => ({ ok: false, cause: 'none', message });
