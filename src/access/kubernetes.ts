// The identity of a user in a Kubernetes cluster, and the pods that they can access there (resource-specs §1.3, §1.6).
import type { HeldRole } from './heldRole.ts';
import { compilePattern, type Matcher } from './pattern.ts';
import { decideResource } from './resources.ts';
import type { Side } from './role.ts';
import type { LabelSet } from './selector.ts';
import { faulty, forbidden, granted, ungranted, type RuleLocation, type Verdict } from './verdict.ts';

/** The identity in the gateway's calls to the API server. `isOwn`: the user's own name, which no role has to allow. */
export type KubeIdentity = { user: string; groups: readonly string[]; isOwn: boolean };
type KubeChoice = { ok: true; identity: KubeIdentity } | { ok: false; message: string };

/**
 * One user and all groups. Without users in the roles, the user's own name applies, if there are groups. If there are
 * several, the caller must request one.
 */
export function chooseKubeIdentity(
  userName: string,
  allowed: { users: readonly string[]; groups: readonly string[] },
  requestedUser?: string,
): KubeChoice {
  const { users, groups } = allowed;
  const refuse = (message: string): KubeChoice => ({ ok: false, message });
  if (users.length + groups.length === 0)
    return refuse('Your roles allow no Kubernetes user and no Kubernetes group in this cluster.');
  const possible = users.length > 0 ? users : [userName];
  if (requestedUser !== undefined && !possible.includes(requestedUser))
    return refuse(`Your roles do not allow the Kubernetes user ${requestedUser} in this cluster.`);
  const [only, ...others] = requestedUser === undefined ? possible : [requestedUser];
  if (only === undefined || others.length > 0)
    return refuse(`Your roles allow several Kubernetes users (${possible.join(', ')}). Select one of them.`);
  return { ok: true, identity: { user: only, groups, isOwn: users.length === 0 } };
}

export type PodName = { namespace: string; name: string };

/** Compiled once for a cluster, and used for every pod. */
export type PodRules = {
  /** The same for all verbs: roles up to v6 allow a pod as a whole. */
  judge(pod: PodName): Verdict;
  /** Whether any pod of the namespace could pass. */
  couldSee(namespace: string): boolean;
  /** Whether a role that grants the cluster lists any pods. */
  allowsAny: boolean;
};

type Line = { location: RuleLocation; namespace: Matcher; name: Matcher; everyName: boolean };
type Lines = { ok: true; lines: readonly Line[] } | { ok: false; verdict: Verdict };

/**
 * `labels`: those of the cluster. A denied pod is denied everywhere, for any labels. A pattern with an error denies all
 * pods.
 */
export function podRules(roles: readonly HeldRole[], labels: LabelSet): PodRules {
  const { verdict, allowing } = decideResource(roles, 'kube_cluster', labels, {});
  const allow = compile(allowing, 'allow');
  const deny = compile(roles, 'deny');
  const failed = !verdict.ok ? verdict : !allow.ok ? allow.verdict : !deny.ok ? deny.verdict : undefined;
  if (failed || !allow.ok || !deny.ok) {
    const refusal = failed ?? ungranted('no role allows this pod');
    return { judge: () => refusal, couldSee: () => false, allowsAny: false };
  }
  const fits = (pod: PodName) => (line: Line) => line.namespace(pod.namespace) && line.name(pod.name);
  return {
    allowsAny: allow.lines.length > 0,
    judge(pod) {
      const denying = deny.lines.find(fits(pod));
      if (denying) return forbidden(`the role ${denying.location.role} denies the pod`, denying.location);
      const allowed = allow.lines.find(fits(pod));
      return allowed ? granted(allowed.location) : ungranted('no role allows this pod');
    },
    couldSee: (namespace) =>
      allow.lines.some((line) => line.namespace(namespace)) &&
      !deny.lines.some((line) => line.everyName && line.namespace(namespace)),
  };
}

function compile(roles: readonly HeldRole[], side: Side): Lines {
  const lines: Line[] = [];
  for (const heldRole of roles) {
    for (const [index, { kind, namespace, name }] of heldRole.role.spec[side].kubernetes_resources.entries()) {
      if (kind !== 'pod' && kind !== '*') continue;
      const location = heldRole.locationOf(`${side}.kubernetes_resources[${index}]`);
      const [inNamespace, named] = [compilePattern(namespace), compilePattern(name)];
      if (!inNamespace.ok) return { ok: false, verdict: faulty(inNamespace.message, location) };
      if (!named.ok) return { ok: false, verdict: faulty(named.message, location) };
      lines.push({ location, namespace: inNamespace.matches, name: named.matches, everyName: name === '*' });
    }
  }
  return { ok: true, lines };
}
