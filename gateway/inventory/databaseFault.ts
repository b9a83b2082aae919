// What the reference refuses of a database, in its words (http-resources §6.3, resource-specs §9).
import { X509Certificate } from 'node:crypto';
import { textAt } from '../../src/lib/json.ts';
import { faultAt, type FieldFault } from '../../src/wire/documentFault.ts';
import type { ResourceDocument } from '../config/settings.ts';
import { addressFault } from './databaseAddress.ts';

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
/** Their address follows from the region. */
const ADDRESSED_BY_REGION = ['dynamodb', 'cassandra'];
const LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_CHARS_MAX = 63;

const LABEL_RULE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

/** undefined where nothing is wrong. */
export function databaseFault({
  metadata: { name },
  spec,
}: Pick<ResourceDocument, 'metadata' | 'spec'>): FieldFault | undefined {
  const said = (...path: string[]) => textAt(spec, ...path);
  const protocol = said('protocol');
  const uri = said('uri');
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
  const byRegion = uri === '' && ADDRESSED_BY_REGION.includes(protocol) && said('aws', 'region') !== '';
  const address = byRegion ? undefined : addressFault(name, protocol, uri);
  if (address !== undefined) return faultAt(address, 'spec', 'uri');
  if (said('aws', 'account_id') !== '' && !/^\d{12}$/.test(said('aws', 'account_id')))
    return faultAt(`invalid database "${name}" AWS account ID: must be 12-digit`, 'spec', 'aws', 'account_id');
  if (protocol === 'sqlserver' && needsDirectory(uri) && !said('ad', 'keytab_file') && !said('ad', 'kdc_host_name'))
    return faultAt(
      `either keytab file path or kdc_host_name must be provided for database "${name}", both are missing`,
      ...['spec', 'ad', 'keytab_file'],
    );
  const place = said('tls', 'ca_cert') ? ['tls', 'ca_cert'] : ['ca_cert'];
  const cert = said(...place);
  return cert !== '' && !isCertificate(cert) ? faultAt(INVALID_CA, 'spec', ...place) : undefined;
}

export const INVALID_CA = 'could not parse provided CA as X.509 PEM certificate';

/** Azure's own SQL servers know people by other means. */
const needsDirectory = (uri: string): boolean => !/\.database\.windows\.net(:\d+)?$/.test(uri);

export function isCertificate(pem: string): boolean {
  try {
    return pem.includes('-----BEGIN CERTIFICATE-----') && new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
