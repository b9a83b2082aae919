// The logins in a certificate. A plain sshd that trusts it checks accounts and times, but not the conditions of roles.
import type { HeldRole } from './heldRole.ts';
import { demandsOf } from './moderation.ts';
import { allowedNames } from './resources.ts';

export type CertificateLogins = {
  logins: readonly string[];
  /** Logins that the roles only grant under a condition. `reason` is a clause without a full stop. */
  leftOut: readonly { login: string; reason: string }[];
};

/** Conditions for every login of the user. The first reason is reported. */
const GENERAL: readonly ((role: HeldRole) => string | undefined)[] = [
  (role) => (role.labelScope('allow', 'node_labels') === 'fault' ? 'has node labels that cannot be read' : undefined),
  (role) => (role.hasLabels('deny', 'node_labels') ? 'denies some servers' : undefined),
  ({ role }) => (demandsOf([role], 'ssh').length > 0 ? 'requires other participants in each session' : undefined),
  ({ role }) =>
    /^hardware_key/.test(role.spec.options.require_session_mfa) ? 'requires a private key in hardware' : undefined,
  ({ role: { spec } }) =>
    (spec.options.record_session?.ssh || spec.options.record_session?.default) === 'strict'
      ? 'requires sessions to be recorded'
      : undefined,
  ({ role: { spec } }) => (spec.options.lock === 'strict' ? 'requires locks to be checked' : undefined),
  ({ role: { spec } }) => (spec.options.ssh_file_copy ? undefined : 'forbids file transfers'),
  ({ role: { spec } }) => (spec.options.pin_source_ip ? 'allows one source address only' : undefined),
];

/**
 * The logins that these roles allow on every server, including servers added later, without a further condition. Roles
 * that only cover all servers together do not count: each new label could leave a server uncovered.
 */
export function certificateLogins(roles: readonly HeldRole[]): CertificateLogins {
  const reaching = roles.filter((role) => role.labelScope('allow', 'node_labels') !== 'none');
  const allowed = new Set(allowedNames(roles, 'logins'));
  const usable = allowedNames(reaching, 'logins').filter((login) => login !== '*' && allowed.has(login));
  const general = roles.flatMap((role) => {
    const reason = GENERAL.map((find) => find(role)).find((found) => found !== undefined);
    return reason === undefined ? [] : [`role ${role.name} ${reason}`];
  })[0];
  return leaveOut({ logins: usable, leftOut: [] }, (login) => general ?? conditionOf(login, reaching));
}

/** The reason against one login, if there is none against all logins. */
function conditionOf(login: string, reaching: readonly HeldRole[]): string | undefined {
  const granting = reaching.filter((role) => role.names('allow', 'logins').some(({ value }) => value === login));
  const asking = granting.find(({ role }) => role.spec.options.require_session_mfa !== 'off');
  if (asking) return `role ${asking.name} requires MFA for each session`;
  if (granting.some((role) => role.labelScope('allow', 'node_labels') === 'all')) return undefined;
  return `role ${granting[0]?.name ?? ''} grants it on servers with certain labels only`;
}

/** The result without the logins that have a reason. */
export function leaveOut(
  { logins, leftOut }: CertificateLogins,
  reasonOf: (login: string) => string | undefined,
): CertificateLogins {
  const judged = logins.map((login) => ({ login, reason: reasonOf(login) }));
  return {
    logins: judged.flatMap(({ login, reason }) => (reason === undefined ? [login] : [])),
    leftOut: [...leftOut, ...judged.flatMap(({ login, reason }) => (reason === undefined ? [] : [{ login, reason }]))],
  };
}
