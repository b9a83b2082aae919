// Applications (http-resources §4.1).
import { textAt } from '../../src/lib/json.ts';
import { isAwsConsole } from '../../src/wire/appAddress.ts';
import type { AppJson } from '../../src/wire/inventoryJson.ts';
import type { Gateway } from '../gateway.ts';
import { awsRolesOf } from '../inventory/awsRoles.ts';
import { applicationDomain } from '../inventory/home.ts';
import { toLabelsJson } from '../inventory/labels.ts';
import type { Api } from './api.ts';
import { inventoryListRoute } from './inventoryList.ts';

/** Names the account at Amazon that an application of its console is for. */
const AWS_ACCOUNT_LABEL = 'aws_account_id';

export function appRoutes(api: Api, gateway: Pick<Gateway, 'stores' | 'audit' | 'config' | 'settings'>): void {
  inventoryListRoute<AppJson>(api, gateway, {
    path: 'apps',
    kind: 'app',
    rule: 'app_server',
    resource: 'app_server',
    columns: { name: 'name', description: 'description', publicAddress: 'public_address' },
    toItem: ({ document: { metadata, spec }, labels }, { access }) => {
      const { clusterName } = gateway.config.get();
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
        fqdn: publicAddr || `${metadata.name}.${applicationDomain(gateway.settings.publicUrl, clusterName)}`,
        clusterId: clusterName,
        labels: toLabelsJson(labels),
        awsConsole,
        ...(awsRoles.length > 0 && { awsRoles }),
      };
    },
  });
}
