/** A line of a role, so that an answer can be traced to it: `spec.deny.logins[0]` of role `ops`. */
export type Place = { role: string; path: string };

/**
 * `by` names the lines that decided. `deny`: a rule forbids it; `fault`: a mistake in a role makes the check fail;
 * `none`: no role grants it.
 */
export type Verdict =
  | { ok: true; by: readonly Place[] }
  | { ok: false; cause: 'deny' | 'fault'; by: readonly Place[]; message: string }
  | { ok: false; cause: 'none'; message: string };

export const granted = (...by: readonly Place[]): Verdict => ({ ok: true, by });
export const forbidden = (message: string, ...by: readonly Place[]): Verdict => ({
  ok: false,
  cause: 'deny',
  by,
  message,
});
export const faulty = (message: string, ...by: readonly Place[]): Verdict => ({
  ok: false,
  cause: 'fault',
  by,
  message,
});
export const ungranted = (message: string): Verdict => ({ ok: false, cause: 'none', message });
