// Applications (http-resources §4.1).
import { textAt } from '../../../src/lib/json.ts';
import { isAwsConsole } from '../../../src/wire/clouds.ts';
import type { AppJson } from '../../../src/wire/inventoryJson.ts';
import { awsRolesOf } from '../awsRoles.ts';
import { applicationDomain } from '../home.ts';
import { toLabelsJson } from '../labels.ts';
import type { InventoryList } from './inventoryList.ts';

/** The AWS account of an application for the AWS console. */
const AWS_ACCOUNT_LABEL = 'aws_account_id';

export const APP_LIST: InventoryList<AppJson> = {
  path: 'apps',
  kind: 'app',
  rule: 'app_server',
  resource: 'app_server',
  columns: { name: 'name', description: 'description', publicAddress: 'public_address' },
  toItem: ({ document: { metadata, spec }, labels }, { access, clusterName, publicUrl }) => {
    const cloud = textAt(spec, 'cloud');
    const uri = textAt(spec, 'uri') || (cloud && `cloud://${cloud}`);
    const publicAddr = textAt(spec, 'public_addr');
    const awsConsole = isAwsConsole(uri) || cloud === 'AWS';
    const awsRoles = awsConsole ? awsRolesOf(access.awsRoleArns(labels), labels[AWS_ACCOUNT_LABEL] ?? '') : [];
    return {
      name: metadata.name,
      description: metadata.description ?? '',
      uri,
      publicAddr,
      fqdn: publicAddr || `${metadata.name}.${applicationDomain(publicUrl, clusterName)}`,
      clusterId: clusterName,
      labels: toLabelsJson(labels),
      awsConsole,
      ...(awsRoles.length > 0 && { awsRoles }),
    };
  },
};
