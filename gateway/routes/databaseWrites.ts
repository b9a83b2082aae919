// Databases that users add or change here (http-resources §6.3, §6.4). They are documents like all others.
import { DB } from '../documents/kinds/inventory.ts';
import { toPrinted, toSentDocument } from '../documents/sentDocument.ts';
import { textsOf } from '../documents/texts.ts';
import type { Gateway } from '../gateway.ts';
import { alreadyExists, ApiFailure, notFound } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { toDatabaseJson } from '../inventory/databaseJson.ts';
import { toEntry } from '../inventory/documentEntry.ts';
import type { DynamicDocument } from '../inventory/dynamic.ts';
import type { StoredDocument } from '../store/documents.ts';
import type { YamlChange } from '../tasks/yamlTasks.ts';
import type { Api } from './api.ts';
import { requesterOf } from './requester.ts';
import { toDatabaseChange, toNewDatabase, type DatabaseChange } from './databaseFields.ts';

type Parts = Pick<Gateway, 'documents' | 'tasks' | 'hostId'>;

export function databaseWriteRoutes(api: Api, { documents, tasks, hostId }: Parts): void {
  const toJson = (stored: StoredDocument) => {
    const document = stored.document as DynamicDocument; // its kind has validated it
    return toDatabaseJson(toEntry({ document, connect: { via: 'default' } }, 'dynamic', hostId));
  };

  api.on('POST', 'sites/:site/databases', 'session+site', async ({ caller, body }) => {
    const { name, protocol, uri, labels, rds } = toNewDatabase(await body());
    const sent = toPrinted({
      kind: 'db',
      version: 'v3',
      metadata: { name, ...(Object.keys(labels).length > 0 && { labels }) },
      spec: {
        protocol,
        uri,
        ...(rds && { aws: { account_id: rds.accountId, rds: { resource_id: rds.resourceId } } }),
      },
    });
    try {
      return toJson(await documents.create(DB, caller, sent));
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
      throw alreadyExists(`failed to create database ("${name}" already exists), please use another name`);
    }
  });

  api.on('PUT', 'sites/:site/databases/:database', 'session+site', async (call) => {
    const { caller, param, body } = call;
    const name = param('database');
    const change = toDatabaseChange(await body());
    requireRule(caller, 'db', 'read', 'update');
    const found = documents.find(DB, name);
    if (!found) throw notFound(`database "${name}" doesn't exist`);
    const texts = textsOf(tasks, requesterOf(call));
    const changed = await documents.change(DB, caller, name, async (stored = found) => {
      const content = await texts.patch(stored.content, ...changesOf(change));
      if (!content) throw new Error(`the document of database ${name} cannot be changed`);
      return toSentDocument(content, texts);
    });
    return toJson(changed);
  });
}

/** Everything else is kept: description, options of other clouds, comments. */
function changesOf({ uri, labels, caCert, rds }: DatabaseChange): YamlChange[] {
  const changes: YamlChange[] = [
    { path: ['spec', 'uri'], value: uri },
    { path: ['metadata', 'labels'], value: labels },
    { path: ['spec', 'tls', 'ca_cert'], value: caCert },
    { path: ['spec', 'aws', 'account_id'], value: rds?.accountId },
    { path: ['spec', 'aws', 'rds', 'resource_id'], value: rds?.resourceId },
  ];
  return changes.filter(({ value }) => value !== undefined);
}
