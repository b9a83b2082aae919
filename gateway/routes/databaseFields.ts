// Databases that come as fields (http-resources §6.3, §6.4).
import { isLabelKey } from '../../src/access/checkMetadata.ts';
import { isObject } from '../../src/lib/json.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest } from '../http/failures.ts';
import { INVALID_CA, isCertificate } from '../inventory/databaseFault.ts';

type Rds = { accountId: string; resourceId: string };
type Labels = Readonly<Record<string, string>>;

type NewDatabase = { name: string; protocol: string; uri: string; labels: Labels; rds?: Rds };

export function toNewDatabase(body: JsonObject): NewDatabase {
  const need = (field: string, missing: string) => {
    const value = body.text(field);
    if (value === '') throw badRequest(`missing ${missing}`);
    return value;
  };
  const name = need('name', 'database name');
  const protocol = need('protocol', 'protocol');
  const uri = need('uri', 'uri');
  const rds = toRds(body);
  return { name, protocol, uri, labels: toLabels(body), ...(rds && { rds }) };
}

export type DatabaseChange = { uri?: string; labels?: Labels; caCert?: string; rds?: Rds };

/** Empty labels and an empty address leave the old values unchanged. */
export function toDatabaseChange(body: JsonObject): DatabaseChange {
  const labels = toLabels(body);
  const uri = body.text('uri');
  const rds = toRds(body);
  const hasCa = body.raw('caCert') !== undefined;
  const caCert = body.text('caCert');
  if (!hasCa && !rds && uri === '' && body.raw('labels') === undefined)
    throw badRequest('missing fields to update the database');
  if (hasCa && caCert === '') throw badRequest('missing CA certificate data');
  if (hasCa && !isCertificate(caCert)) throw badRequest(INVALID_CA);
  return {
    ...(uri !== '' && { uri }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(hasCa && { caCert }),
    ...(rds && { rds }),
  };
}

function toRds(body: JsonObject): Rds | undefined {
  const rds = body.object('awsRds');
  if (!rds) return undefined;
  const resourceId = rds.text('resourceId');
  if (resourceId === '') throw badRequest('missing aws rds field resource id');
  const accountId = rds.text('accountId');
  if (accountId === '') throw badRequest('missing aws rds field account id');
  return { accountId, resourceId };
}

function toLabels(body: JsonObject): Labels {
  const sent = body.raw('labels') ?? [];
  if (!Array.isArray(sent)) throw badRequest('request: labels must be a list of names and values');
  return Object.fromEntries(
    sent.map((label: unknown) => {
      const { name, value = '' } = isObject(label) ? label : {};
      if (typeof name !== 'string' || typeof value !== 'string')
        throw badRequest('request: a label is a name and a value, both strings');
      if (!isLabelKey(name)) throw badRequest(`invalid label key: "${name}"`);
      return [name, value];
    }),
  );
}
