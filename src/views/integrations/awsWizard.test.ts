import { describe, expect, test } from 'vitest';
import { Drafts } from '../../lib/drafts.ts';
import { FRESH, loadAwsDraft, saveAwsDraft } from './awsDraft.ts';
import { arnFault, AWS_POLICY, nameFault, plainThumbprint, providerUrl } from './awsRules.ts';
import { AWS_STEPS } from './awsSteps.ts';

const store = (): Storage => {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
};

describe('the draft', () => {
  test('is restored in its tab', () => {
    const drafts = new Drafts(store(), 'mara');
    const draft = { step: 4, thumbprint: 'ab', roleArn: 'arn', name: 'aws' };
    saveAwsDraft(drafts, 'enroll/aws-oidc#1', draft);
    expect(loadAwsDraft(drafts, 'enroll/aws-oidc#1', 7)).toEqual(draft);
    expect(loadAwsDraft(drafts, 'enroll/aws-oidc#2', 7)).toEqual(FRESH);
  });
  test.each(['', 'no json', '[]', '{"step":7}', '{"step":-1}', '{"step":"2"}', '{"step":1.5,"name":4}'])(
    'is reset if %j was stored',
    (text) => {
      const drafts = new Drafts(store(), 'mara');
      drafts.save('enroll/aws-oidc#1', text);
      expect(loadAwsDraft(drafts, 'enroll/aws-oidc#1', 7)).toEqual(FRESH);
    },
  );
});

test('the provider URL omits the default port', () => {
  expect(providerUrl('console.example.test:443')).toBe('https://console.example.test');
  expect(providerUrl('console.example.test:8443')).toBe('https://console.example.test:8443');
});

test('normalizes a thumbprint: no colons, no spaces, lower case', () => {
  expect(plainThumbprint(' 06:B2:59\n')).toBe('06b259');
});

test.each([
  ['', 'Enter the ARN of the role'],
  ['arn:aws:iam::1:user/x', 'This is not a role ARN like arn:aws:iam::123456789012:role/discover'],
  [' arn:aws:iam::123456789012:role/x ', undefined],
])('the ARN %j: %s', (arn, fault) => expect(arnFault(arn)).toBe(fault));

test('requires a name', () => {
  expect([nameFault('  '), nameFault('aws')]).toEqual(['Enter a name for the integration', undefined]);
});

test('the policy allows only listing databases', () => {
  expect(JSON.parse(AWS_POLICY)).toEqual({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['rds:DescribeDBInstances', 'rds:DescribeDBClusters'], Resource: '*' }],
  });
});

test('has seven steps with unique names, and requests each external value once', () => {
  expect(new Set(AWS_STEPS.map(({ short }) => short)).size).toBe(7);
  expect(AWS_STEPS.flatMap(({ asks }) => asks ?? [])).toEqual(['thumbprint', 'role']);
});
