import {
  ACL_KINDS,
  ACL_VERBS,
  EXTRA_ACL_KINDS,
  type AclKey,
  type AclVerb,
  type UserAclJson,
} from '../wire/userContext.ts';

/** What the user's roles allow; what is absent is forbidden (http-auth §6.2). */
export type Acl = Pick<UserAclJson, AclKey>;
export type Verdict = { ok: true } | { ok: false; why: string };

/** The kind that a role's rule names. */
export const RULE_KINDS: Readonly<Record<AclKey, string>> = { ...ACL_KINDS, ...EXTRA_ACL_KINDS };

/** The missing rule as a role would state it: `token: create`. */
export const ruleText = (what: AclKey, verb: AclVerb): string => `${RULE_KINDS[what]}: ${ACL_VERBS[verb]}`;

/** The one permission question. `why` is shown as it is, beside what is greyed out. */
export const can = (acl: Acl, what: AclKey, verb: AclVerb): Verdict =>
  acl[what]?.[verb] ? { ok: true } : { ok: false, why: `Your roles lack ${ruleText(what, verb)}` };
