import { expect, test } from 'vitest';
import { hostOf } from './databaseAddress.ts';
import { databaseType } from './databaseType.ts';
import { withCloudFacts } from './cloudFacts.ts';
import { iamPolicy } from './iamPolicy.ts';

test.each([
  ['shop.abc.eu-west-1.rds.amazonaws.com:5432', 'rds', { rds: { instance_id: 'shop' } }],
  ['shop.cluster-abc.eu-west-1.rds.amazonaws.com:5432', 'rds', { rds: { cluster_id: 'shop' } }],
  ['shop.cluster-ro-abc.eu-west-1.rds.amazonaws.com:5432', 'rds', { rds: { cluster_id: 'shop' } }],
  ['shop.cluster-custom-abc.eu-west-1.rds.amazonaws.com:5432', 'rds', { rds: {} }],
  ['shop.proxy-abc.eu-west-1.rds.amazonaws.com:5432', 'rdsproxy', { rdsproxy: { name: 'shop' } }],
  ['ro.endpoint.proxy-abc.eu-west-1.rds.amazonaws.com:5432', 'rdsproxy', { rdsproxy: { custom_endpoint_name: 'ro' } }],
  ['wh.abc.eu-west-1.redshift.amazonaws.com:5439', 'redshift', { redshift: { cluster_id: 'wh' } }],
])('%s contains the type and names', (uri, type, aws) => {
  const spec = withCloudFacts({ protocol: 'postgres', uri });
  expect(databaseType(spec)).toBe(type);
  expect(spec['aws']).toEqual({ region: 'eu-west-1', ...aws });
});

test('values of the document override those of the address', () => {
  const spec = withCloudFacts({
    protocol: 'postgres',
    uri: 'shop.abc.eu-west-1.rds.amazonaws.com:5432',
    aws: { region: 'us-east-1', rds: { resource_id: 'db-1' } },
  });
  expect(spec['aws']).toEqual({ region: 'us-east-1', rds: { instance_id: 'shop', resource_id: 'db-1' } });
});

test.each([
  ['shop.postgres.database.azure.com:5432', 'azure'],
  ['cluster0.abc.mongodb.net', 'mongo-atlas'],
  ['orders.internal:5432', 'self-hosted'],
])('%s is of type %s', (uri, type) => {
  expect(databaseType(withCloudFacts({ protocol: 'mongodb', uri }))).toBe(type);
});

test.each([
  ['orders.internal:5432', 'orders.internal'],
  ['redis://cache.example.test:6379', 'cache.example.test'],
  ['mongodb://me:secret@a.example.test:27017,b.example.test:27017/db?x=1', 'a.example.test'],
  ['[2001:db8::1]:5432', '2001:db8::1'],
])('the host of %s is %s', (uri, host) => {
  expect(hostOf(uri)).toBe(host);
});

test('a policy has the known values, and placeholders for the others', () => {
  const aws = { region: 'us-gov-west-1', account_id: '123456789012', redshift: { cluster_id: 'wh' } };
  const policy = iamPolicy({ protocol: 'postgres', aws });
  expect(policy?.placeholders).toBeUndefined();
  expect(policy?.policy_document).toContain('arn:aws-us-gov:redshift:us-gov-west-1:123456789012:dbuser:wh/*');
  const unknown = iamPolicy({ protocol: 'postgres', aws: { rds: { instance_id: 'x' } } })?.placeholders;
  expect(unknown?.toSorted()).toEqual(['{account_id}', '{partition}', '{region}', '{resource_id}']);
});
