// The reference's refusals of a database, with its texts (http-resources §6.3, resource-specs §9).
import { X509Certificate } from 'node:crypto';
import { textAt, type JsonObject } from '../../src/lib/json.ts';
import { faultAt, type FieldFault } from '../../src/wire/documentFault.ts';
import type { ResourceDocument } from '../config/settings.ts';
import { withCloudFacts } from './cloudFacts.ts';
import { addressFault } from './databaseAddress.ts';
import { databaseType } from './databaseType.ts';

const PROTOCOLS = [
  'postgres',
  'mysql',
  'mongodb',
  'oracle',
  'cockroachdb',
  'redis',
  'snowflake',
  'sqlserver',
  'cassandra',
  'elasticsearch',
  'opensearch',
  'dynamodb',
];
/** Protocols whose address follows from the region. */
const ADDRESSED_BY_REGION = ['dynamodb', 'cassandra'];
const LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_CHARS_MAX = 63;

const LABEL_RULE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

/** undefined if the database is valid. */
export function databaseFault({
  metadata: { name },
  spec,
}: Pick<ResourceDocument, 'metadata' | 'spec'>): FieldFault | undefined {
  const field = (...path: string[]) => textAt(spec, ...path);
  const protocol = field('protocol');
  const uri = field('uri');
  if (!LABEL.test(name) || name.length > LABEL_CHARS_MAX) {
    const rules = [
      ...(name.length > LABEL_CHARS_MAX ? [`must be no more than ${LABEL_CHARS_MAX} characters`] : []),
      ...(LABEL.test(name) ? [] : [LABEL_RULE]),
    ];
    return faultAt(`invalid database "${name}" name: [${rules.join(' ')}]`, 'metadata', 'name');
  }
  if (!PROTOCOLS.includes(protocol))
    return faultAt(
      `unsupported database "${name}" protocol "${protocol}", supported are: [${PROTOCOLS.join(' ')}]`,
      ...['spec', 'protocol'],
    );
  const byRegion = uri === '' && ADDRESSED_BY_REGION.includes(protocol) && field('aws', 'region') !== '';
  const address = byRegion ? undefined : addressFault(name, protocol, uri);
  if (address !== undefined) return faultAt(address, 'spec', 'uri');
  const [faultyField = '', message] = cloudFault(name, spec) ?? directoryFault(name, spec) ?? [];
  if (message !== undefined) return faultAt(message, 'spec', ...faultyField.split('.'));
  const certAt = field('tls', 'ca_cert') ? ['tls', 'ca_cert'] : ['ca_cert'];
  const cert = field(...certAt);
  return cert !== '' && !isCertificate(cert) ? faultAt(INVALID_CA, 'spec', ...certAt) : undefined;
}

export const INVALID_CA = 'could not parse provided CA as X.509 PEM certificate';

const KEYSPACES = /^cassandra(?:-fips)?\..*\.amazonaws\.com(?:\.cn)?(?::|$)/;
const AZURE_REDIS = /\.(?:redis\.cache\.windows|redisenterprise\.cache\.azure)\.net(?::|$)/;
/** Types of databases whose users are roles of AWS. */
const USERS_ARE_ROLES = ['keyspace', 'dynamodb', 'opensearch', 'redshift-serverless'];

type Fault = readonly [field: string, message: string];

function cloudFault(name: string, written: JsonObject): Fault | undefined {
  const spec = withCloudFacts(written);
  const field = (path: string) => textAt(spec, ...path.split('.'));
  const [protocol, uri, type, subject] = [field('protocol'), field('uri'), databaseType(spec), `database "${name}"`];
  const [account, role, external] = ['account_id', 'assume_role_arn', 'external_id'].map((key) => field(`aws.${key}`));
  if (protocol !== 'mysql' && field('mysql.server_version'))
    return ['mysql.server_version', `${subject} MySQL ServerVersion can be only set for MySQL database`];
  const isKeyspaces = protocol === 'cassandra' && (uri === '' || KEYSPACES.test(uri));
  if (!account && (isKeyspaces || protocol === 'dynamodb' || protocol === 'opensearch'))
    return ['aws.account_id', `${subject} AWS account ID is empty`];
  if (AZURE_REDIS.test(uri) && !field('azure.resource_id'))
    return ['azure.resource_id', `${subject} Azure resource ID is empty`];
  if (account && !/^\d{12}$/.test(account))
    return ['aws.account_id', `${subject} has invalid AWS account ID: must be 12-digit`];
  if (external && !role && !USERS_ARE_ROLES.includes(type))
    return ['aws.external_id', `AWS ${subject} has external_id "${external}", but assume_role_arn is empty`];
  if (field('gcp.project_id') && !field('gcp.instance_id'))
    return ['gcp.instance_id', `${subject} missing Cloud SQL instance ID`];
  if (field('gcp.instance_id') && !field('gcp.project_id'))
    return ['gcp.project_id', `${subject} missing Cloud SQL project ID`];
  if (field('admin_user.name') && !(protocol === 'postgres' && ['self-hosted', 'rds'].includes(type))) {
    const missing = `${protocol}/${type} databases don't support automatic user provisioning yet`;
    return ['admin_user.name', `cannot set admin user on ${subject}: ${missing}`];
  }
  if (role && !account) return ['aws.account_id', `${subject} missing AWS account ID`];
  if (role?.startsWith('arn:') && role.split(':')[4] !== account)
    return ['aws.assume_role_arn', `${subject} is incompatible with AWS assume_role_arn "${role}": other account`];
  return undefined;
}

/** Azure's own SQL servers authenticate users in another way. */
function directoryFault(name: string, spec: JsonObject): Fault | undefined {
  const [domain, spn, keytab, host, cert] = ['domain', 'spn', 'keytab_file', 'kdc_host_name', 'ldap_cert'].map((key) =>
    textAt(spec, 'ad', key),
  );
  const knowsOthers = /\.database\.windows\.net(:\d+)?$/.test(textAt(spec, 'uri'));
  if (textAt(spec, 'protocol') !== 'sqlserver' || (knowsOthers && !domain)) return undefined;
  const subject = `for database "${name}"`;
  if (!keytab && !host)
    return ['ad.keytab_file', `either keytab file path or kdc_host_name must be provided ${subject}, both are missing`];
  if (!domain) return ['ad.domain', `missing Active Directory domain ${subject}`];
  if (!spn) return ['ad.spn', `missing service principal name ${subject}`];
  return host && !cert ? ['ad.ldap_cert', `missing LDAP certificate for x509 authentication ${subject}`] : undefined;
}

export function isCertificate(pem: string): boolean {
  try {
    return pem.includes('-----BEGIN CERTIFICATE-----') && new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
