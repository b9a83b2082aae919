import { billingLines, connectorLines, otherLines, roleLines, systemLines, trustLines } from './clusterLines.ts';
import { databaseLines } from './databaseLines.ts';
import { fileLines } from './fileLines.ts';
import { certificateLines, deviceLines, lockLines, signInLines, tokenLines, userLines } from './identityLines.ts';
import { integrationLines } from './integrationLines.ts';
import { requestLines } from './requestLines.ts';
import { appLines, desktopLines, kubernetesLines } from './resourceLines.ts';
import { sessionLines } from './sessionLines.ts';
import { fillSentence, firstOf, valueOf, type AuditEvent, type AuditLine, type AuditLines } from './template.ts';

/** The family of codes without a sentence, and of events that belong to no other family. */
export const OTHER_FAMILY = 'Other';

type Family = { name: string; icon: string; lines: AuditLines };

/** The families of events, each with the icon of its resource. */
const FAMILIES: readonly Family[] = [
  { name: 'Sessions', icon: 'terminal', lines: sessionLines },
  { name: 'Files', icon: 'download', lines: fileLines },
  { name: 'Sign-ins', icon: 'user', lines: signInLines },
  { name: 'Certificates', icon: 'key-round', lines: certificateLines },
  { name: 'Users', icon: 'users', lines: userLines },
  { name: 'Tokens', icon: 'link-2', lines: tokenLines },
  { name: 'Devices', icon: 'smartphone', lines: deviceLines },
  { name: 'Locks', icon: 'lock', lines: lockLines },
  { name: 'Roles', icon: 'shield', lines: roleLines },
  { name: 'Connectors', icon: 'key', lines: connectorLines },
  { name: 'Trusted clusters', icon: 'network', lines: trustLines },
  { name: 'Applications', icon: 'app-window', lines: appLines },
  { name: 'Kubernetes', icon: 'ship-wheel', lines: kubernetesLines },
  { name: 'Databases', icon: 'database', lines: databaseLines },
  { name: 'Desktops', icon: 'monitor', lines: desktopLines },
  { name: 'Access requests', icon: 'send', lines: requestLines },
  { name: 'Integrations', icon: 'plug', lines: integrationLines },
  { name: 'Billing', icon: 'scroll-text', lines: billingLines },
  { name: 'Cluster', icon: 'sliders-horizontal', lines: systemLines },
  { name: OTHER_FAMILY, icon: 'circle-question-mark', lines: otherLines },
];

type KnownEvent = { family: Family; line: AuditLine };
const KNOWN: ReadonlyMap<string, KnownEvent> = new Map(
  FAMILIES.flatMap((family) => Object.entries(family.lines).map(([code, line]) => [code, { family, line }] as const)),
);

/** The codes that have a sentence. */
export const describedCodes = (): readonly string[] => [...KNOWN.keys()];

export type DescribedEvent = {
  /** The family, such as `Sign-ins`. */
  family: string;
  icon: string;
  /** `Sign-in failed`. */
  label: string;
  sentence: string;
  /** The operation was refused or failed. */
  failed: boolean;
};

/**
 * The last letter of a code gives its severity: I (information), W (warning) or E (error). Most failure codes differ
 * from the code of the success only in this letter.
 */
const isFailure = (code: string): boolean => /[WE]$/.test(code);

/** Whether the reported operation was refused or failed. */
export function hasFailed(event: AuditEvent): boolean {
  const code = valueOf(event, 'code');
  const entry = KNOWN.get(code);
  return entry?.line.failed?.(event) ?? (isFailure(code) || (!entry && event['success'] === false));
}

/** The codes of a family, such as `Sign-ins`. Codes without a sentence belong to `OTHER_FAMILY`. */
export const codesOfFamily = (name: string): readonly string[] =>
  Object.keys(FAMILIES.find((family) => family.name === name)?.lines ?? {});

export const familyOf = (code: string): string => KNOWN.get(code)?.family.name ?? OTHER_FAMILY;

/**
 * The sentence of an event (screens, Appendix A). Any object is accepted: a missing value is left out or named as
 * unknown.
 */
export function describeEvent(event: AuditEvent): DescribedEvent {
  const code = valueOf(event, 'code');
  const entry = KNOWN.get(code);
  const failed = hasFailed(event);
  if (!entry) {
    const name = valueOf(event, 'event');
    return {
      family: OTHER_FAMILY,
      icon: 'circle-question-mark',
      label: 'Unknown',
      sentence: name ? `Unknown: ${name}` : 'Unknown',
      failed,
    };
  }
  const { family, line } = entry;
  return {
    family: family.name,
    icon: failed ? 'ban' : family.icon,
    label: failed ? (line.failedLabel ?? line.label) : line.label,
    sentence: typeof line.sentence === 'string' ? fillSentence(line.sentence, event) : line.sentence(event),
    failed,
  };
}

/** The name of the actor, if exactly one is known. */
export const actorOf = (event: AuditEvent): string =>
  firstOf(event, 'user', 'updated_by', 'reviewer', 'identity.user', 'bot_name');

/** The affected server, cluster, database, application or desktop. */
export const resourceOf = (event: AuditEvent): string =>
  firstOf(
    event,
    'server_hostname',
    'kubernetes_cluster',
    'db_service',
    'app_name',
    'desktop_name',
    'desktop_addr',
    'server_addr',
    'addr.local',
    'server_id',
  );

/** The client's address without the port, which differs each time. An IPv6 address with a port has brackets. */
export const addressOf = (event: AuditEvent): string =>
  valueOf(event, 'addr.remote').replace(/^(?:\[(.*)\](?::\d+)?|([^:]*):\d+)$/, '$1$2');

/** The reason for the failure, as the server reports it. */
export const reasonOf = (event: AuditEvent): string => firstOf(event, 'error', 'exitError', 'reason', 'message');
