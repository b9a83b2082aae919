// Integrations with clouds (http-resources §14).
import { textAt } from '../../src/lib/json.ts';
import { LIST_LIMIT_MAX } from '../../src/wire/constants.ts';
import { withValueAt } from '../../src/wire/yaml.ts';
import { missing } from '../documents/Documents.ts';
import { INTEGRATION } from '../documents/kinds/integration.ts';
import { toPrinted } from '../documents/sentDocument.ts';
import { textsOf } from '../documents/texts.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { alreadyExists, badRequest, notServed } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { publicThumbprint } from '../trust/publicThumbprint.ts';
import type { StoredDocument } from '../store/documents.ts';
import { OK, type Api } from './api.ts';
import { limitOf } from './limit.ts';
import { requesterOf } from './requester.ts';

/** As it travels (http-resources §14). */
type IntegrationJson = { name: string; subKind: string; awsoidc: { roleArn: string } };

const KIND = 'integration';
const ROLE_ARN = ['spec', 'aws_oidc', 'role_arn'];
const RDS_TYPES = ['instance', 'cluster'];

type Parts = Pick<Gateway, 'documents' | 'settings' | 'tasks'>;

export function integrationRoutes(api: Api, { documents, settings, tasks }: Parts): void {
  const find = (name: string): StoredDocument => {
    const stored = documents.find(INTEGRATION, name);
    if (!stored) throw missing(INTEGRATION, name, 'update');
    return stored;
  };

  api.on('GET', 'sites/:site/integrations', 'session+site', ({ caller, query }) => {
    const asked = limitOf(query('limit'));
    const limit = asked <= 0 ? LIST_LIMIT_MAX : Math.min(asked, LIST_LIMIT_MAX);
    requireRule(caller, KIND, 'read', 'list');
    const startKey = query('startKey');
    const all = documents.list(INTEGRATION).filter(({ name }) => !isBefore(name, startKey));
    return { items: all.slice(0, limit).map(toIntegration), nextKey: all[limit]?.name ?? '' };
  });

  api.on('POST', 'sites/:site/integrations', 'session+site', async ({ caller, body }) => {
    const sent = await body();
    requireRule(caller, KIND, 'create');
    const { name, subKind, awsoidc } = toNew(sent);
    if (documents.find(INTEGRATION, name)) {
      throw alreadyExists(`failed to create Integration ("${name}" already exists), please use another name`);
    }
    const document = {
      kind: KIND,
      sub_kind: subKind,
      version: 'v1',
      metadata: { name },
      spec: { aws_oidc: { role_arn: awsoidc.roleArn } },
    };
    return toIntegration(await documents.create(INTEGRATION, caller, toPrinted(document)));
  });

  api.on('GET', 'sites/:site/integrations/:name', 'session+site', ({ caller, param }) => {
    requireRule(caller, KIND, 'read');
    return toIntegration(find(param('name')));
  });

  api.on('PUT', 'sites/:site/integrations/:name', 'session+site', async (call) => {
    const { caller, param } = call;
    const roleArn = (await call.body()).object('awsoidc')?.text('roleArn');
    if (roleArn === '') throw badRequest('missing awsoidc.roleArn field');
    requireRule(caller, KIND, 'read', 'update');
    const { kind, name, content, document } = find(param('name'));
    if (roleArn === undefined) return toIntegration({ name, document });
    const patched = await textsOf(tasks, requesterOf(call)).patch(content, { path: ROLE_ARN, value: roleArn });
    return toIntegration(
      await documents.update(INTEGRATION, caller, name, {
        kind,
        name,
        content: patched ?? content,
        document: withValueAt(document, ROLE_ARN, roleArn),
      }),
    );
  });

  api.on('DELETE', 'sites/:site/integrations/:name', 'session+site', async ({ caller, param }) => {
    await documents.remove(INTEGRATION, caller, param('name'));
    return OK;
  });

  api.on('POST', 'sites/:site/integrations/aws-oidc/:name/databases', 'session+site', async (call) => {
    const sent = await call.body();
    requireRule(call.caller, KIND, 'read', 'use');
    requireRegion(sent);
    if (!RDS_TYPES.includes(sent.text('rdsType')))
      throw badRequest(`invalid rds type, supported values: ${RDS_TYPES.join(', ')}`);
    if ((sent.texts('engines') ?? []).length === 0) throw badRequest('a list of engines is required');
    find(call.param('name'));
    throw notServed('AWS databases: this gateway cannot query AWS yet. Add a database by its address');
  });

  api.on('POST', 'sites/:site/integrations/aws-oidc/:name/deployservice', 'session+site', async (call) => {
    const sent = await call.body();
    requireRule(call.caller, KIND, 'read', 'use');
    requireRegion(sent);
    find(call.param('name'));
    throw notServed('agents in AWS: this gateway cannot deploy agents');
  });

  api.on('GET', 'thumbprint', 'limited', () => publicThumbprint(settings.publicUrl));
}

function toNew(sent: JsonObject): IntegrationJson {
  const name = sent.text('name');
  const subKind = sent.text('subKind');
  if (name === '') throw badRequest('missing integration name');
  return { name, subKind, awsoidc: { roleArn: sent.object('awsoidc')?.text('roleArn') ?? '' } };
}

function requireRegion(sent: JsonObject): void {
  if (sent.text('region') === '') throw badRequest('region is required');
}

/** As the database orders names. */
const isBefore = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

const toIntegration = ({ name, document }: Pick<StoredDocument, 'name' | 'document'>): IntegrationJson => ({
  name,
  subKind: textAt(document, 'sub_kind'),
  awsoidc: { roleArn: textAt(document, ...ROLE_ARN) },
});
