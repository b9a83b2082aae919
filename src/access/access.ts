import type { ParticipantMode } from '../wire/terminal/participantMode.ts';
import type { UserAclJson } from '../wire/userContext.ts';
import { toAcl, type Features } from './acl.ts';
import { certificateLogins, type CertificateLogins } from './certificateLogins.ts';
import { HeldRole } from './heldRole.ts';
import { IMPLICIT_ROLE } from './implicitRole.ts';
import { podRules, type PodRules } from './kubernetes.ts';
import { joinModes, type SessionKind, type SessionOwner, type ShellTarget } from './joining.ts';
import { demandsOf, type Demand } from './moderation.ts';
import { combineOptions, type CombinedOptions } from './options.ts';
import { decideResource, decideUnlistedNode, type Principals, type ResourceKind, allowedNames } from './resources.ts';
import type { Role } from './role.ts';
import { RuleBook } from './rules.ts';
import type { LabelSet } from './selector.ts';
import type { Traits } from './traits.ts';
import type { Verdict } from './verdict.ts';
import type { RuleContext } from './where.ts';

/** The permissions of one user. Names come from the roles with the user's traits filled in, without denied names. */
export type Access = {
  /** A right on platform resources. Without a context, conditions only see the user. */
  rule(kind: string, verb: string, context?: Omit<RuleContext, 'user'>): Verdict;
  /** Whether any resource of the kind could pass, ignoring conditions. */
  couldBeAllowed(kind: string, verb: string): boolean;
  resource(kind: ResourceKind, labels: LabelSet, principals?: Principals): Verdict;
  /** Use of a server that is not in the inventory. It requires a key if `anyRequiresSessionMfa`. */
  unlistedNode(principals: Principals): Verdict;
  /** UNIX accounts on a server. */
  logins(labels: LabelSet): readonly string[];
  /** UNIX accounts for a certificate: usable on every server without a further condition. */
  certificateLogins(): CertificateLogins;
  /** Windows accounts on a desktop. */
  windowsLogins(labels: LabelSet): readonly string[];
  kubeUsers(labels: LabelSet): readonly string[];
  kubeGroups(labels: LabelSet): readonly string[];
  /** Pods of a cluster with these labels. */
  pods(labels: LabelSet): PodRules;
  /** Database names and users are the same for every database. `*` is any (http-resources §6.1). */
  dbUsers(): readonly string[];
  dbNames(): readonly string[];
  awsRoleArns(labels: LabelSet): readonly string[];
  options(): CombinedOptions;
  /**
   * `place`: of a shell, only called if the roles depend on it. Without it, such roles do not allow joining a shell.
   */
  joinModes(owner: SessionOwner, kind: SessionKind, target?: () => ShellTarget): readonly ParticipantMode[];
  /** Whether sessions of this user require other participants. */
  isModerated(kind: SessionKind): boolean;
  /** The required participants: every demand must be met. */
  joinDemands(kind: SessionKind): readonly Demand[];
  /** Also false if the user has no access to the resource. */
  requiresSessionMfa(kind: ResourceKind, labels: LabelSet, principals?: Principals): boolean;
  /** Whether any role requires it. */
  anyRequiresSessionMfa(): boolean;
  acl(features: Features): UserAclJson;
};

/**
 * Rules about connectors of all kinds also cover connectors of one kind. They apply if rules for that kind do not
 * decide (resource-specs §24).
 */
export const CONNECTOR_KINDS: ReadonlySet<string> = new Set(['github', 'oidc', 'saml']);

type Subject = { userName: string; roles: readonly Role[]; traits: Traits };

/** A user in the form that conditions read (resource-specs §23). */
export const userDocument = ({ userName, roles, traits }: Subject): unknown => ({
  kind: 'user',
  version: 'v2',
  metadata: { name: userName },
  spec: { roles: roles.map(({ metadata }) => metadata.name), traits },
});

/** Compiles the roles once. Reuse the object while roles and traits stay the same. */
export function createAccess(subject: Subject): Access {
  const { userName, roles, traits } = subject;
  const user = userDocument(subject);
  const heldRoles = roles.map((role) => new HeldRole(role, traits));
  const rules = new RuleBook([...heldRoles, new HeldRole(IMPLICIT_ROLE, traits)]);
  // Users who touch a hardware key on every use are not asked again (resource-specs §1.2).
  const mfa = roles.map(({ spec }) => spec.options.require_session_mfa);
  const anyMfa = !mfa.includes('hardware_key_touch') && mfa.some((requirement) => requirement !== 'off');
  let options: CombinedOptions | undefined;

  const access: Access = {
    rule(kind, verb, context) {
      const decide = (of: string) => rules.decide(of, verb, { ...context, user });
      const verdict = decide(kind);
      const hasNoRule = !verdict.ok && verdict.cause === 'none';
      return hasNoRule && CONNECTOR_KINDS.has(kind) ? decide('auth_connector') : verdict;
    },
    couldBeAllowed: (kind, verb) => rules.couldBeAllowed(kind, verb),
    resource: (kind, labels, principals = {}) => decideResource(heldRoles, kind, labels, principals).verdict,
    unlistedNode: (principals) => decideUnlistedNode(heldRoles, principals),
    logins: (labels) => allowedNames(heldRoles, 'logins', { kind: 'node', labels }),
    certificateLogins: () => certificateLogins(heldRoles),
    windowsLogins: (labels) => allowedNames(heldRoles, 'windows_desktop_logins', { kind: 'windows_desktop', labels }),
    kubeUsers: (labels) => allowedNames(heldRoles, 'kubernetes_users', { kind: 'kube_cluster', labels }),
    kubeGroups: (labels) => allowedNames(heldRoles, 'kubernetes_groups', { kind: 'kube_cluster', labels }),
    pods: (labels) => podRules(heldRoles, labels),
    dbUsers: () => allowedNames(heldRoles, 'db_users'),
    dbNames: () => allowedNames(heldRoles, 'db_names'),
    awsRoleArns: (labels) => allowedNames(heldRoles, 'aws_role_arns', { kind: 'app', labels }),
    options: () => (options ??= combineOptions(roles)),
    joinModes: (owner, kind, target) =>
      joinModes(userName, roles, owner, kind, () => {
        const shell = target?.();
        if (!shell) return false;
        const { labels, login } = shell;
        return (labels ? access.resource('node', labels, { login }) : access.unlistedNode({ login })).ok;
      }),
    isModerated: (kind) => demandsOf(roles, kind).length > 0,
    joinDemands: (kind) => demandsOf(roles, kind),
    requiresSessionMfa: (kind, labels, principals = {}) =>
      anyMfa &&
      decideResource(heldRoles, kind, labels, principals).allowing.some(
        ({ role }) => role.spec.options.require_session_mfa !== 'off',
      ),
    anyRequiresSessionMfa: () => anyMfa,
    acl: (features) => toAcl((kind, verb) => rules.couldBeAllowed(kind, verb), access.options(), features),
  };
  return access;
}
