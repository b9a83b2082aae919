import { fillSentence, valueOf, lines, type AuditLine, type AuditLines } from './template.ts';

const provider = (name: string, done: string, does: string, label: string): AuditLines =>
  lines({
    [`${name}I`]: [
      label,
      `{updated_by} ${done} the service provider {name|service_provider_entity_id}[, {service_provider_entity_id}]`,
    ],
    [`${name}W`]: [
      `${label}: failed`,
      `{updated_by} could not ${does} the service provider {name|service_provider_entity_id}[, {service_provider_entity_id}][: {error}]`,
    ],
  });

const changes = (what: string, label: string, created: string, updated: string, deleted: string): AuditLines =>
  lines({
    [created]: [`${label} created`, `{user} created the ${what} {name}`],
    [updated]: [`${label} updated`, `{user} changed the ${what} {name}`],
    [deleted]: [`${label} deleted`, `{user} deleted the ${what} {name}`],
  });

const samlSignIn: AuditLine = {
  label: 'SAML sign-in',
  failedLabel: 'SAML sign-in refused',
  failed: (event) => event['success'] === false,
  sentence: (event) =>
    fillSentence(
      event['success'] === false
        ? '{user} was refused at {service_provider_entity_id|service_provider_shortcut}[: {error}]'
        : '{user} signed in to {service_provider_entity_id|service_provider_shortcut}',
      event,
    ),
};

/** Other systems: clouds, directories, service providers. */
export const integrationLines: AuditLines = {
  ...changes('integration', 'Integration', 'IG001I', 'IG002I', 'IG003I'),
  ...changes('plugin', 'Plugin', 'PG001I', 'PG002I', 'PG003I'),
  ...changes('discovery configuration', 'Discovery', 'DC001I', 'DC002I', 'DC003I'),
  ...changes('user task', 'User task', 'UT001I', 'UT002I', 'UT003I'),
  ...provider('TSI001', 'added', 'add', 'Service provider added'),
  ...provider('TSI002', 'changed', 'change', 'Service provider updated'),
  ...provider('TSI003', 'deleted', 'delete', 'Service provider deleted'),
  TSI000I: samlSignIn,
  ...lines({
    TSI004I: ['All service providers deleted', '{updated_by} deleted all service providers'],
    TSI004W: ['Service providers not deleted', '{updated_by} could not delete all service providers[: {error}]'],
    DC004I: ['All discovery deleted', '{user} deleted all discovery configurations'],
    TDS00I: ['Cloud command run', 'The command {command_id} ran on {instance_id} of account {account_id} in {region}'],
    TDS00W: [
      'Cloud command failed',
      'The command {command_id} failed on {instance_id} of account {account_id} in {region}[, status {status}]',
    ],
    TOK001I: ['Okta groups synced', 'Groups came from Okta: {added} added, {updated} changed, {deleted} deleted'],
    TOK002I: ['Okta apps synced', 'Applications came from Okta: {added} added, {updated} changed, {deleted} deleted'],
    TOK003E: ['Okta sync failed', 'Groups and applications could not be read from Okta[: {error}]'],
    TOK004I: ['Okta assignment applied', 'The Okta assignment {name} from {source} was applied to {user}'],
    TOK004E: [
      'Okta assignment failed',
      'The Okta assignment {name} from {source} could not be applied to {user}[: {error}]',
    ],
    TOK005I: ['Okta assignment ended', 'The Okta assignment {name} from {source} was taken from {user}'],
    TOK005E: [
      'Okta assignment not ended',
      'The Okta assignment {name} from {source} could not be taken from {user}[: {error}]',
    ],
    TOK006I: ['Okta access lists synced', 'Access lists came from Okta'],
    TOK006E: ['Okta access lists failed', 'Access lists could not be read from Okta[: {error}]'],
    TOK007I: [
      'Okta users synced',
      'Users came from Okta: {num_users_created} created, {num_users_modified} changed, {num_users_deleted} deleted',
    ],
    TOK007E: ['Okta users failed', 'Users could not be read from Okta[: {error}]'],
    TAIC001I: [
      'AWS Identity Center synced',
      (event) =>
        fillSentence(
          Number(valueOf(event, 'total_user_groups')) > 0
            ? '{total_user_groups} groups came from AWS Identity Center'
            : 'From AWS Identity Center came {total_accounts} accounts, {total_account_assignments} assignments and {total_permission_sets} permission sets',
          event,
        ),
    ],
    TAIC001E: ['AWS Identity Center failed', 'AWS Identity Center could not be read[: {message}]'],
  }),
};
