import { expect, test, vi } from 'vitest';
import recorded from '../../tests/fixtures/recorded/integrations.json' with { type: 'json' };
import { call } from './client.ts';
import { fetchThumbprint } from './enrollment.ts';
import {
  changedIntegrationBody,
  integrationList,
  integrationUrls,
  newIntegrationBody,
  readIntegration,
} from './integrations.ts';

vi.mock('./client.ts', () => ({ call: vi.fn() }));

const answerOf = (id: string): unknown =>
  recorded.records.find((record) => record.id === `integrations.${id}`)?.response.body;
const sentIn = (id: string): unknown => recorded.records.find((record) => record.id === `integrations.${id}`)?.request;

test('reads the rows of a recorded list', async () => {
  const { rows } = await integrationList('example.test').read(answerOf('list'));
  expect(rows.map(({ id, roleArn }) => [id, roleArn])).toEqual([
    ['rec-aws', 'arn:aws:iam::123456789012:role/rec'],
    ['rec-aws2', 'arn:aws:iam::123456789012:role/rec'],
    ['rec-badarn', 'hello'],
  ]);
});

test('sends the recorded bodies to the root cluster', () => {
  const made = readIntegration(answerOf('create'));
  expect(sentIn('create')).toMatchObject({ body: newIntegrationBody(made) });
  expect(sentIn('update')).toMatchObject({
    path: `/v1/webapi/${integrationUrls('example.test').one.replace(':id', 'rec-aws')}`,
    body: changedIntegrationBody(readIntegration(answerOf('update'))),
  });
});

test('an update keeps other stored values of the integration', () => {
  const awsoidc = { roleArn: 'arn:aws:iam::1:role/a', issuerS3Bucket: 'bucket' };
  const row = readIntegration({ name: 'aws', subKind: 'aws-oidc', awsoidc });
  const changed = { ...awsoidc, roleArn: 'arn:aws:iam::1:role/b' };
  expect(changedIntegrationBody({ ...row, roleArn: changed.roleArn })).toEqual({ awsoidc: changed });
  expect(newIntegrationBody(row)).toEqual({ name: 'aws', subKind: 'aws-oidc', awsoidc });
});

test('reads a thumbprint as text and rejects other values', async () => {
  vi.mocked(call).mockResolvedValueOnce('06b2');
  expect(await fetchThumbprint()).toBe('06b2');
  vi.mocked(call).mockResolvedValueOnce({ thumbprint: '06b2' });
  await expect(fetchThumbprint()).rejects.toThrow('not a thumbprint');
});

test('a row has the last use', () => {
  const json = { name: 'aws', subKind: 'aws-oidc', lastUse: { time: '2026-11-25T10:00:00Z', region: 'eu-west-1' } };
  expect(readIntegration(json)).toMatchObject({ lastRegion: 'eu-west-1', lastError: '' });
  expect(readIntegration(json).lastUsed?.toISOString()).toBe('2026-11-25T10:00:00.000Z');
});

test.each([null, { time: '', region: 'eu-west-1' }, { time: '0001-01-01T00:00:00Z', region: 'eu-west-1' }])(
  'a last use of %j has no time',
  (lastUse) => {
    expect(readIntegration({ name: 'aws', subKind: 'aws-oidc', lastUse }).lastUsed).toBeUndefined();
  },
);
