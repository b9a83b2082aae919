import { textAt } from '../../../lib/json.ts';
import type { EditorKind } from './kind.ts';
import type { MessagePlace } from './errorLocation.ts';

/** The reference's words name the database as well (http-resources §6.3). */
const REFUSALS: readonly MessagePlace[] = [
  [/^invalid database ".*" name: /, () => ['metadata', 'name']],
  [/^unsupported database ".*" protocol /, () => ['spec', 'protocol']],
  [/ AWS account ID: /, () => ['spec', 'aws', 'account_id']],
  [/^either keytab file path or kdc_host_name /, () => ['spec', 'ad', 'keytab_file']],
  [
    /^could not parse provided CA /,
    (_, document) => (textAt(document, 'spec', 'tls', 'ca_cert') ? ['spec', 'tls', 'ca_cert'] : ['spec', 'ca_cert']),
  ],
  [/^(?:invalid|missing) .*(?:address|URL|uri)/i, () => ['spec', 'uri']],
];

const db: EditorKind = { refusals: REFUSALS };
export default db;
