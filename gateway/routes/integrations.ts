// Integrations with clouds (http-resources §14).
import { textAt } from '../../src/lib/json.ts';
import type { IntegrationJson } from '../../src/wire/clouds.ts';
import { LIST_LIMIT_MAX } from '../../src/wire/constants.ts';
import { withValueAt } from '../../src/wire/yaml.ts';
import { missing } from '../documents/Documents.ts';
import type { FoundDatabase, RdsType } from '../aws/awsOrder.ts';
import { INTEGRATION } from '../documents/kinds/integration.ts';
import { toPrinted } from '../documents/sentDocument.ts';
import { textsOf } from '../documents/texts.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { alreadyExists, ApiFailure, badRequest, notServed } from '../http/failures.ts';
import { hungUp } from '../http/hungUp.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import { toDatabaseJson } from '../inventory/databaseJson.ts';
import { publicThumbprint } from '../trust/publicThumbprint.ts';
import type { StoredDocument } from '../store/documents.ts';
import type { IntegrationUse } from '../store/integrationUses.ts';
import { OK, type Api } from './api.ts';
import { limitOf } from './limit.ts';
import { requesterOf } from './requester.ts';

const KIND = 'integration';
const ROLE_ARN = ['spec', 'aws_oidc', 'role_arn'];
const RDS_TYPES: readonly string[] = ['instance', 'cluster'] satisfies RdsType[];
/** Becomes a part of a hostname. */
const REGION = /^[a-z]{2}(-[a-z]{2,12}){1,3}-\d{1,2}$/;
const ENGINE = /^[a-z][a-z-]{1,40}$/;
const ENGINES_MAX = 10;
/** Statuses of errors that AWS caused. 429 and 503 come from the gateway. */
const AWS_FAULTS: ReadonlySet<number> = new Set([403, 500, 502]);
const NEXT_TOKEN_MAX_CHARS = 4096;

type Parts = Pick<Gateway, 'documents' | 'settings' | 'tasks' | 'stores' | 'aws' | 'openCalls' | 'now'>;

export function integrationRoutes(api: Api, gateway: Parts): void {
  const { documents, settings, tasks, stores } = gateway;
  const find = (name: string): StoredDocument => {
    const stored = documents.find(INTEGRATION, name);
    if (!stored) throw missing(INTEGRATION, name, 'update');
    return stored;
  };

  /** Ignores an integration that was removed or got another role in the meantime. */
  const noteUse = ({ name, revision }: StoredDocument, region: string, error: string): void => {
    if (documents.find(INTEGRATION, name)?.revision !== revision) return;
    stores.integrationUses.put(name, { atMs: gateway.now(), region, error });
  };

  api.on('GET', 'sites/:site/integrations', 'session+site', ({ caller, query }) => {
    const requestedLimit = limitOf(query('limit'));
    const limit = requestedLimit <= 0 ? LIST_LIMIT_MAX : Math.min(requestedLimit, LIST_LIMIT_MAX);
    requireRule(caller, KIND, 'read', 'list');
    const startKey = query('startKey');
    const all = documents.list(INTEGRATION).filter(({ name }) => !isBefore(name, startKey));
    const uses = stores.integrationUses.all();
    const items = all.slice(0, limit).map((stored) => withUse(toIntegration(stored), uses.get(stored.name)));
    return { items, nextKey: all[limit]?.name ?? '' };
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
    const found = find(param('name'));
    if (roleArn === undefined) return toIntegration(found);
    const texts = textsOf(tasks, requesterOf(call));
    const changed = await documents.change(INTEGRATION, caller, found.name, async (stored = found) => {
      const { kind, name, content } = stored;
      const patched = await texts.patch(content, { path: ROLE_ARN, value: roleArn });
      return { kind, name, content: patched ?? content, document: withValueAt(stored.document, ROLE_ARN, roleArn) };
    });
    return toIntegration(changed);
  });

  api.on('DELETE', 'sites/:site/integrations/:name', 'session+site', async ({ caller, param }) => {
    await documents.remove(INTEGRATION, caller, param('name'));
    return OK;
  });

  api.on('POST', 'sites/:site/integrations/aws-oidc/:name/databases', 'session+site', async (call) => {
    const sent = await call.body();
    requireUse(call.caller);
    const name = call.param('name');
    const stored = find(name);
    const query = toQuery(sent);
    const { signal, close } = gateway.openCalls.open(call.caller, whyNot);
    try {
      const page = await gateway.aws.list(
        {
          ...query,
          integration: name,
          roleArn: textAt(stored.document, ...ROLE_ARN),
          user: call.caller.user.name,
        },
        AbortSignal.any([signal, hungUp(call.reply)]),
      );
      signal.throwIfAborted();
      noteUse(stored, query.region, '');
      return {
        databases: page.databases.map(toFoundJson),
        ...(page.nextToken !== '' && { nextToken: page.nextToken }),
      };
    } catch (error) {
      signal.throwIfAborted(); // with the reason why the caller may not continue
      if (error instanceof ApiFailure && AWS_FAULTS.has(error.status)) noteUse(stored, query.region, error.message);
      throw error;
    } finally {
      close();
    }
  });

  api.on('POST', 'sites/:site/integrations/aws-oidc/:name/deployservice', 'session+site', async (call) => {
    const sent = await call.body();
    requireUse(call.caller);
    find(call.param('name'));
    requireRegion(sent);
    throw notServed('agents in AWS: this gateway cannot deploy agents');
  });

  api.on('GET', 'thumbprint', 'limited', () => publicThumbprint(settings.publicUrl));
}

function toNew(sent: JsonObject): Omit<Required<IntegrationJson>, 'statusCode' | 'lastUse'> {
  const name = sent.text('name');
  const subKind = sent.text('subKind');
  if (name === '') throw badRequest('missing integration name');
  return { name, subKind, awsoidc: { roleArn: sent.object('awsoidc')?.text('roleArn') ?? '' } };
}

const requireUse = (caller: Caller): void => requireRule(caller, KIND, 'read', 'use');

/** Why the caller may no longer use integrations. */
function whyNot(caller: Caller): string | undefined {
  try {
    requireUse(caller);
    return undefined;
  } catch (error) {
    return error instanceof ApiFailure ? error.message : String(error);
  }
}

function requireRegion(sent: JsonObject): string {
  const region = sent.text('region');
  if (region === '') throw badRequest('region is required');
  return region;
}

function toQuery(sent: JsonObject) {
  const region = requireRegion(sent);
  const rdsType = sent.text('rdsType');
  const engines = sent.texts('engines') ?? [];
  const nextToken = sent.text('nextToken');
  if (!isRdsType(rdsType)) throw badRequest(`invalid rds type, supported values: ${RDS_TYPES.join(', ')}`);
  if (engines.length === 0) throw badRequest('a list of engines is required');
  if (!REGION.test(region)) throw badRequest('region: expected a name like eu-west-1');
  if (engines.length > ENGINES_MAX || !engines.every((engine) => ENGINE.test(engine)))
    throw badRequest('engines: expected names like postgres');
  if (nextToken.length > NEXT_TOKEN_MAX_CHARS) throw badRequest('nextToken is too long');
  return { region, rdsType, engines, nextToken };
}

const isRdsType = (text: string): text is RdsType => RDS_TYPES.includes(text);

/** The form of database lists, with the state that AWS reports. */
function toFoundJson({ document, status }: FoundDatabase): object {
  const json = toDatabaseJson({ document, labels: document.metadata.labels ?? {} });
  return { ...json, aws: { ...json.aws, status } };
}

const withUse = (json: IntegrationJson, use: IntegrationUse | undefined): IntegrationJson =>
  use
    ? {
        ...json,
        lastUse: {
          time: new Date(use.atMs).toISOString(),
          region: use.region,
          ...(use.error !== '' && { error: use.error }),
        },
      }
    : json;

/** In the order that the database uses for names. */
const isBefore = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

const toIntegration = ({ name, document }: Pick<StoredDocument, 'name' | 'document'>): IntegrationJson => ({
  name,
  subKind: textAt(document, 'sub_kind'),
  awsoidc: { roleArn: textAt(document, ...ROLE_ARN) },
});
