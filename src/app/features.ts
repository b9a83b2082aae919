import { ruleText, type Acl } from '../api/can.ts';
import type { Config } from '../api/config.ts';
import { FEATURE_QUERIES } from '../wire/config.ts';
import { ACL_KINDS, type AclKey, type AclVerb } from '../wire/userContext.ts';

/** The rules for one alternative of a feature, all required. Without rules, every user has it. */
type Rules = readonly (readonly [key: AclKey, verb: AclVerb])[];
type Feature = {
  /** One of these is sufficient. */
  anyOf: readonly Rules[];
  /** The required property of the cluster. */
  cluster?: { has: (config: Config) => boolean; otherwise: string };
};

const all = (key: AclKey, ...verbs: AclVerb[]): Rules => verbs.map((verb) => [key, verb] as const);
const needs = (key: AclKey, ...verbs: AclVerb[]): Feature => ({ anyOf: [all(key, ...verbs)] });

/** specification §6, http-auth §6.2: the requirement of each page. */
const FEATURES = {
  audit: needs('events', 'list'),
  recordings: needs('recordedSessions', 'list'),
  authConnector: needs('authConnectors', 'list'),
  roles: needs('roles', 'list'),
  trustedClusters: needs('trustedClusters', 'list'),
  users: needs('users', 'list'),
  applications: needs('appServers', 'list'),
  kubernetes: needs('kubeServers', 'list'),
  billing: needs('billing', 'list'),
  databases: needs('dbServers', 'list'),
  queries: {
    ...needs('dbServers', 'list'),
    cluster: {
      has: (config) => config.extensions.includes(FEATURE_QUERIES),
      otherwise: 'Not available on this cluster',
    },
  },
  databaseServices: needs('db', 'create'),
  reachableDocuments: {
    anyOf: (['db', 'apps', 'kubeClusters', 'desktops', 'nodes'] as const).map((key) =>
      all(key, 'list', 'read', 'edit'),
    ),
  },
  desktops: needs('desktops', 'list'),
  desktopServices: {
    anyOf: [
      [
        ['tokens', 'create'],
        ['desktops', 'list'],
      ],
    ],
  },
  nodes: needs('nodes', 'list'),
  activeSessions: needs('activeSessions', 'list'),
  accessRequests: needs('accessRequests', 'list'),
  newAccessRequest: needs('accessRequests', 'create'),
  downloadCenter: {
    anyOf: [[['license', 'read']], [['download', 'list']]],
    cluster: { has: (config) => config.isDashboard, otherwise: 'Not available on this cluster' },
  },
  discover: {
    anyOf: [
      [['tokens', 'create']],
      [['nodes', 'list']],
      ...(['appServers', 'dbServers', 'kubeServers', 'desktops'] as const).map((key) => all(key, 'read', 'list')),
    ],
  },
  plugins: needs('plugins', 'list'),
  integrations: needs('integrations', 'list'),
  enrollIntegrations: needs('integrations', 'create'),
  enrollIntegrationsOrPlugins: { anyOf: [[['plugins', 'create']], [['integrations', 'create']]] },
  deviceTrust: needs('deviceTrust', 'list'),
  locks: needs('lock', 'list'),
  newLocks: needs('lock', 'create', 'edit'),
  assist: {
    ...needs('assist', 'list'),
    cluster: { has: (config) => config.assistEnabled, otherwise: 'Assist is turned off on this cluster' },
  },
} as const satisfies Record<string, Feature>;

type FeatureName = keyof typeof FEATURES;
const isFeature = (name: string): name is FeatureName => Object.hasOwn(FEATURES, name);
const isAclKey = (name: string): name is AclKey => Object.hasOwn(ACL_KINDS, name);

/** The condition for showing a page: a feature, or the right to list a resource, by its name. */
export type Flag = FeatureName | AclKey;
export const isFlag = (name: string): name is Flag => isFeature(name) || isAclKey(name);
export const FLAGS: readonly FeatureName[] = Object.keys(FEATURES).filter(isFeature);
/** All possible conditions for showing a page. */
export const ALL_FLAGS: readonly Flag[] = [...new Set([...FLAGS, ...Object.keys(ACL_KINDS).filter(isAclKey)])];

const featureOf = (flag: Flag): Feature => (isFeature(flag) ? FEATURES[flag] : needs(flag, 'list'));

const ruleLacks = (acl: Acl, rules: Rules) => rules.filter(([key, verb]) => !acl[key]?.[verb]);

/** The reason why a page is hidden. Undefined if it is shown. */
export function hiddenBecause(flag: Flag, acl: Acl, config: Config): string | undefined {
  const { anyOf, cluster } = featureOf(flag);
  if (cluster && !cluster.has(config)) return cluster.otherwise;
  const missing = anyOf.map((rules) => ruleLacks(acl, rules));
  if (missing.some((rules) => rules.length === 0)) return undefined;
  const alternatives = missing.map((rules) => rules.map(([key, verb]) => ruleText(key, verb)).join(' and '));
  return `Your roles lack ${alternatives.join(', or ')}`;
}

export const isShown = (flag: Flag, acl: Acl, config: Config): boolean =>
  hiddenBecause(flag, acl, config) === undefined;
