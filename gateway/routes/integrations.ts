// Integrations with clouds (http-resources §14).
import { textAt } from '../../src/lib/json.ts';
import { LIST_LIMIT_MAX } from '../../src/wire/constants.ts';
import { printYaml } from '../../src/wire/yaml.ts';
import { NEVER } from '../audit/events.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { alreadyExists, badRequest, notFound, notServed } from '../http/failures.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import { publicThumbprint } from '../trust/publicThumbprint.ts';
import type { StoredDocument } from '../store/documents.ts';
import { OK, type Api } from './api.ts';
import { limitOf } from './limit.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'settings' | 'now'>;

/** As it travels (http-resources §14). */
type IntegrationJson = { name: string; subKind: string; awsoidc: { roleArn: string } };

const KIND = 'integration';
const AWS_OIDC = 'aws-oidc';
const RDS_TYPES = ['instance', 'cluster'];

export function integrationRoutes(api: Api, { stores, audit, settings, now }: Parts): void {
  const { documents } = stores;

  const find = (name: string): StoredDocument => {
    const stored = documents.find(KIND, name);
    if (!stored) throw notFound(`integration "${name}" doesn't exist`);
    return stored;
  };

  /** Inside a transaction. */
  const put = (caller: Caller, change: 'create' | 'update', integration: IntegrationJson): void => {
    const document = toDocument(integration);
    const { name, subKind: sub_kind } = integration;
    documents.put({ kind: KIND, name, content: printYaml(document), document }, { by: caller.user.name, nowMs: now() });
    audit.emit(`integration.${change}`, { user: caller.user.name, name, sub_kind, expires: NEVER });
  };

  api.on('GET', 'sites/:site/integrations', 'session+site', ({ caller, query }) => {
    const asked = limitOf(query('limit'));
    const limit = asked <= 0 ? LIST_LIMIT_MAX : Math.min(asked, LIST_LIMIT_MAX);
    requireRule(caller, KIND, 'read', 'list');
    const startKey = query('startKey');
    const all = documents.list(KIND).filter(({ name }) => !isBefore(name, startKey));
    return { items: all.slice(0, limit).map(toIntegration), nextKey: all[limit]?.name ?? '' };
  });

  api.on('POST', 'sites/:site/integrations', 'session+site', async ({ caller, body }) => {
    const sent = await body();
    requireRule(caller, KIND, 'create');
    const integration = toNew(sent);
    stores.db.transaction(() => {
      if (documents.find(KIND, integration.name)) {
        throw alreadyExists(
          `failed to create Integration ("${integration.name}" already exists), please use another name`,
        );
      }
      put(caller, 'create', integration);
    });
    return integration;
  });

  api.on('GET', 'sites/:site/integrations/:name', 'session+site', ({ caller, param }) => {
    requireRule(caller, KIND, 'read');
    return toIntegration(find(param('name')));
  });

  api.on('PUT', 'sites/:site/integrations/:name', 'session+site', async ({ caller, param, body }) => {
    const aws = (await body()).object('awsoidc');
    const roleArn = aws?.text('roleArn');
    if (roleArn === '') throw badRequest('missing awsoidc.roleArn field');
    requireRule(caller, KIND, 'read', 'update');
    return stores.db.transaction(() => {
      const before = toIntegration(find(param('name')));
      if (roleArn === undefined) return before;
      const integration = { ...before, awsoidc: { roleArn } };
      put(caller, 'update', integration);
      return integration;
    });
  });

  api.on('DELETE', 'sites/:site/integrations/:name', 'session+site', ({ caller, param }) => {
    requireRule(caller, KIND, 'delete');
    stores.db.transaction(() => {
      const { name, document } = find(param('name'));
      documents.delete(KIND, name, { by: caller.user.name, nowMs: now() });
      const sub_kind = textAt(document, 'sub_kind');
      audit.emit('integration.delete', { user: caller.user.name, name, sub_kind, expires: NEVER });
    });
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
    throw notServed('databases of AWS: this gateway does not ask AWS yet; a database can be added by its address');
  });

  api.on('POST', 'sites/:site/integrations/aws-oidc/:name/deployservice', 'session+site', async (call) => {
    const sent = await call.body();
    requireRule(call.caller, KIND, 'read', 'use');
    requireRegion(sent);
    find(call.param('name'));
    throw notServed('agents in AWS: this gateway does not deploy any');
  });

  api.on('GET', 'thumbprint', 'limited', () => publicThumbprint(settings.publicUrl));
}

function toNew(sent: JsonObject): IntegrationJson {
  const name = sent.text('name');
  const subKind = sent.text('subKind');
  if (name === '') throw badRequest('missing integration name');
  if (subKind === '') throw badRequest('missing subKind');
  if (subKind !== AWS_OIDC) throw badRequest(`subkind "${subKind}" is not supported`);
  if (name.includes('/')) throw badRequest('an integration name must not contain a slash');
  const roleArn = sent.object('awsoidc')?.text('roleArn') ?? '';
  if (roleArn === '') throw badRequest('missing awsoidc.roleArn field');
  return { name, subKind, awsoidc: { roleArn } };
}

function requireRegion(sent: JsonObject): void {
  if (sent.text('region') === '') throw badRequest('region is required');
}

/** As the database orders names. */
const isBefore = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

/** resource-specs §14. */
const toDocument = ({ name, subKind, awsoidc }: IntegrationJson) => ({
  kind: KIND,
  sub_kind: subKind,
  version: 'v1',
  metadata: { name },
  spec: { aws_oidc: { role_arn: awsoidc.roleArn } },
});

const toIntegration = ({ name, document }: StoredDocument): IntegrationJson => ({
  name,
  subKind: textAt(document, 'sub_kind'),
  awsoidc: { roleArn: textAt(document, 'spec', 'aws_oidc', 'role_arn') },
});
