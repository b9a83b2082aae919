import { fillSentence, valueOf, type AuditEvent, lines, type AuditLine, type AuditLines } from './template.ts';

const on = '[ in database {db_name}] on {db_service}';
const statement = `statement {statement_id}${on}`;
const ran = (kind: string): string => `{user} ${kind}${on}`;

const CATEGORIES = ['GENERAL', 'SECURITY', 'SEARCH', 'SQL'];
const search =
  (engine: string, failed: boolean) =>
  (event: AuditEvent): string => {
    const category = CATEGORIES[Number(valueOf(event, 'category') || '-1')] ?? 'UNKNOWN';
    return fillSentence(
      `{user} sent an ${engine} request of category ${category} to {db_service}${failed ? ', which failed' : ''}: {path}[, query “{~query}”][, target {target}]`,
      event,
    );
  };

const spanner =
  (tail: string) =>
  (event: AuditEvent): string =>
    fillSentence(
      (valueOf(event, 'args.sql') ? '{user} ran “{~args.sql}”' : '{user} called {procedure}') + on + tail,
      event,
    );

/** Events that all database protocols share, and events of database documents. */
const common: AuditLines = lines({
  TDB00I: ['Database session started', `{user} connected[ as {db_user}]${on}[, with the roles {db_roles}]`],
  TDB00W: ['Database session refused', `{user} was refused a connection[ as {db_user}]${on}[: {error}]`],
  TDB01I: ['Database session ended', ran('disconnected')],
  TDB02I: ['Database query', ran('ran “{~db_query}”')],
  TDB02W: ['Database query failed', `${ran('ran “{~db_query}”')}, which failed[: {error}]`],
  TDB03I: ['Database created', '{user} created the database {name}'],
  TDB04I: ['Database updated', '{user} changed the database {name}'],
  TDB05I: ['Database deleted', '{user} deleted the database {name}'],
  TDB06I: ['Malformed packet', ran('sent a malformed packet')],
  TDB07I: ['Database permissions granted', `{user} was granted permissions[ as {db_user}]${on}`],
  TDB08I: [
    'Database user created',
    'The database user {username} was created on {db_service}[ with the roles {roles}]',
  ],
  TDB08W: ['Database user not created', 'The database user {username} could not be created on {db_service}[: {error}]'],
  TDB09I: [
    'Database user retired',
    (event) =>
      fillSentence(
        `The database user {username} was ${event['delete'] === true ? 'removed from' : 'disabled on'} {db_service}`,
        event,
      ),
  ],
  TDB09W: ['Database user not retired', 'The database user {username} could not be retired on {db_service}[: {error}]'],
  TDB10I: ['Database result', `A command of {user}${on} was answered[, {affected_records} records affected]`],
});

const postgres: AuditLines = lines({
  TPG00I: ['Statement prepared', '{user} prepared “{~query}”[ as {statement_name}] on {db_service}'],
  TPG01I: [
    'Statement bound',
    '{user} bound [the statement {statement_name} ]to [the portal {portal_name} ]on {db_service}',
  ],
  TPG02I: ['Portal executed', '{user} executed [the portal {portal_name} ]on {db_service}'],
  TPG03I: [
    'Statement closed',
    (event) =>
      fillSentence(
        valueOf(event, 'portal_name')
          ? '{user} closed the portal {portal_name} on {db_service}'
          : '{user} closed the statement {statement_name} on {db_service}',
        event,
      ),
  ],
  TPG04I: ['Function called', '{user} called the function {function_oid} on {db_service}'],
});

const mysql: AuditLines = lines({
  TMY00I: ['Statement prepared', ran('prepared “{~query}”')],
  TMY01I: ['Statement executed', `{user} executed ${statement}`],
  TMY02I: ['Parameter data sent', `{user} sent {data_size} bytes for parameter {parameter_id} of ${statement}`],
  TMY03I: ['Statement closed', `{user} closed ${statement}`],
  TMY04I: ['Statement reset', `{user} reset ${statement}`],
  TMY05I: ['Rows fetched', `{user} fetched {rows_count} rows of ${statement}`],
  TMY06I: ['Statement executed in bulk', `{user} executed in bulk ${statement}`],
  TMY07I: ['Schema chosen', '{user} chose the schema {schema_name} on {db_service}'],
  TMY08I: ['Schema created', '{user} created the schema {schema_name} on {db_service}'],
  TMY09I: ['Schema dropped', '{user} dropped the schema {schema_name} on {db_service}'],
  TMY10I: ['Shutdown attempted', '{user} tried to shut {db_service} down'],
  TMY11I: ['Process kill attempted', '{user} tried to kill the process {process_id} on {db_service}'],
  TMY12I: ['Debug dump requested', '{user} asked {db_service} for a debug dump'],
  TMY13I: ['Refresh requested', '{user} sent the refresh command {subcommand} to {db_service}'],
});

const others: Readonly<Record<string, readonly [string, AuditLine['sentence']]>> = {
  TMS00I: ['Procedure called', ran('called the procedure {proc_name}')],
  TCA01I: ['Cassandra batch', '{user} sent a batch[ in keyspace {keyspace}] to {db_service}'],
  TCA02I: ['Cassandra statement prepared', '{user} prepared “{~query}” on {db_service}'],
  TCA03I: ['Cassandra statement executed', '{user} executed a prepared statement[ {query_id}] on {db_service}'],
  TCA04I: ['Cassandra events subscribed', '{user} subscribed to events[ {event_types}] of {db_service}'],
  TES00I: ['Elasticsearch request', search('Elasticsearch', false)],
  TES00E: ['Elasticsearch request failed', search('Elasticsearch', true)],
  TOS00I: ['OpenSearch request', search('OpenSearch', false)],
  TOS00E: ['OpenSearch request failed', search('OpenSearch', true)],
  TDY01I: ['DynamoDB request', '{user} sent a DynamoDB request[ {target}] to {db_service}'],
  TDY01E: ['DynamoDB request failed', '{user} sent a DynamoDB request[ {target}] to {db_service}, which failed'],
  TSPN001I: ['Spanner call', spanner('')],
  TSPN001W: ['Spanner call failed', spanner(', which failed[: {error}]')],
};

export const databaseLines: AuditLines = { ...common, ...postgres, ...mysql, ...lines(others) };
