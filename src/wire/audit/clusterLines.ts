import { fillSentence, lines, valueOf, type AuditLine, type AuditLines } from './template.ts';

type NamedKind = readonly [noun: string, name: string];
type Change = readonly [code: string, did: string, label: string];

/** Lines for a kind of resource that people create, change and delete: `{user} changed the app {name}`. */
const changes = ([noun, name]: NamedKind, ...codes: readonly Change[]): AuditLines =>
  lines(
    Object.fromEntries(
      codes.map(([code, did, label]) => [code, [`${name} ${label}`, `{user} ${did} the ${noun} {name}`]]),
    ),
  );
const created = (code: string): Change => [code, 'created', 'created'];
const saved = (code: string): Change => [code, 'saved', 'saved'];
const updated = (code: string): Change => [code, 'changed', 'updated'];
const deleted = (code: string): Change => [code, 'deleted', 'deleted'];

export const roleLines: AuditLines = changes(['role', 'Role'], saved('T9000I'), updated('T9002I'), deleted('T9001I'));

export const connectorLines: AuditLines = {
  ...changes(['GitHub connector', 'GitHub connector'], saved('T8000I'), updated('T80002I'), deleted('T8001I')),
  ...changes(['OIDC connector', 'OIDC connector'], saved('T8100I'), updated('T8102I'), deleted('T8101I')),
  ...changes(['SAML connector', 'SAML connector'], saved('T8200I'), updated('T8202I'), deleted('T8201I')),
};

export const trustLines: AuditLines = lines({
  T7000I: ['Trust created', '{user} connected the trusted cluster {name}'],
  T7001I: ['Trust removed', '{user} removed the trusted cluster {name}'],
  T7002I: ['Trust token created', '{user} created a token for a trusted cluster'],
});

export const billingLines: AuditLines = lines({
  TBL00I: ['Card added', '{user} added a payment card'],
  TBL01I: ['Card removed', '{user} removed a payment card'],
  TBL02I: ['Card changed', '{user} changed a payment card'],
  TBL03I: ['Billing changed', '{user} changed the billing details'],
});

/** Settings of the cluster, and joins. */
const REACHED: Readonly<Record<string, string>> = {
  app: 'application',
  db: 'database',
  kube_cluster: 'Kubernetes cluster',
  windows_desktop: 'desktop',
};

/** Settings of a connection from the gateway to a resource. */
const connectSettings =
  (did: string): AuditLine['sentence'] =>
  (event) =>
    fillSentence(
      `{user} ${did} the connection settings of the ${REACHED[valueOf(event, 'resource_kind')] ?? 'resource'} {name}`,
      event,
    );

export const systemLines: AuditLines = {
  ...lines({
    PCS01I: ['Connection settings changed', connectSettings('changed')],
    PCS02I: ['Connection settings removed', connectSettings('removed')],
    TJ001I: ['Bot joined', 'The bot {bot_name} joined by the method {method}[ with the token {token_name}]'],
    TJ001E: ['Bot not joined', 'The bot {bot_name} could not join by the method {method}[: {error}]'],
    TJ002I: ['Agent joined', 'The agent {node_name} joined as {role} by the method {method}'],
    TJ002E: ['Agent not joined', 'The agent {node_name} could not join by the method {method}[: {error}]'],
    TUW01I: ['Upgrade window moved', '{user} moved the upgrade window to {upgrade_window_start}'],
    TCAUTH001I: ['Sign-in settings changed', '{user} changed the sign-in settings of the cluster'],
    TCNET002I: ['Network settings changed', '{user} changed the network settings of the cluster'],
    TCREC003I: ['Recording settings changed', '{user} changed the recording settings of the cluster'],
    TCAGC003I: ['Access graph changed', '{user} changed the settings of the access graph'],
    TCTC001I: ['Contact added', '{user} added the contact {email}'],
    TCTC002I: ['Contact removed', '{user} removed the contact {email}'],
    TEA001I: ['External audit storage on', '{updated_by} turned on the external audit storage'],
    TEA002I: ['External audit storage off', '{updated_by} turned off the external audit storage'],
    SRE001I: ['Audit query run', '{user} ran the audit query “{~query}”'],
    SRE002I: ['Report run', '{user} ran the security report {name}'],
    AUC001I: ['Update settings created', '{user} created the settings of automatic updates'],
    AUC002I: ['Update settings changed', '{user} changed the settings of automatic updates'],
    AUC003I: ['Update settings deleted', '{user} deleted the settings of automatic updates'],
    AUV001I: ['Update version created', '{user} set the version of automatic updates'],
    AUV002I: ['Update version changed', '{user} changed the version of automatic updates'],
    AUV003I: ['Update version deleted', '{user} deleted the version of automatic updates'],
    AUAR001I: ['Rollout started', '{user} started the rollout of agents[ in {groups}]'],
    AUAR002I: ['Rollout forced', '{user} marked the rollout of agents as done[ in {groups}]'],
    AUAR003I: ['Rollout rolled back', '{user} rolled agents back[ in {groups}]'],
  }),
  ...changes(['health check', 'Health check'], created('THCC001I'), updated('THCC002I'), deleted('THCC003I')),
  ...changes(['SPIFFE federation', 'SPIFFE federation'], created('TSPIFFE001I'), deleted('TSPIFFE002I')),
  ...changes(['workload identity', 'Workload identity'], created('WID001I'), updated('WID002I'), deleted('WID003I')),
  ...changes(
    ['revocation of workload certificates', 'Revocation'],
    created('WID004I'),
    updated('WID005I'),
    deleted('WID006I'),
  ),
  ...changes(['override of the workload issuer', 'Issuer override'], created('WID007I'), deleted('WID008I')),
  ...changes(['Sigstore policy', 'Sigstore policy'], created('TSSP001I'), updated('TSSP002I'), deleted('TSSP003I')),
};

/** Codes without a family. */
export const otherLines: AuditLines = {
  ...lines({
    TCC00E: [
      'Unknown event',
      'The server met an event that it does not know[: {unknown_event|unknown_type}][, code {unknown_code}]',
    ],
    TAG001I: [
      'Access path changed',
      'An access path to {affected_resource_name} changed[, of type {affected_resource_type}]',
    ],
  }),
  ...changes(['crown jewel', 'Crown jewel'], created('CJ001I'), updated('CJ002I'), deleted('CJ003I')),
};
