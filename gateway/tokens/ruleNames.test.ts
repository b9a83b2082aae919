import { expect, test } from 'vitest';
import { azureTokenName, fnv1a, iamRules, iamTokenName } from './ruleNames.ts';

const aws = (account: string, arn: string) => ({ aws_account: account, aws_arn: arn });
const ONE = aws('123456789012', 'arn:aws:sts::123456789012:assumed-role/rec-4c50b8-/*');
const OTHER = aws('12', 'arn:aws:sts::12:assumed-role/rec-4c50b8-/*');

test('rules of AWS accounts give the recorded names', () => {
  expect(iamTokenName({ allow: [ONE] })).toBe('teleport-ui-iam-830553760');
  expect(iamTokenName({ allow: [OTHER] })).toBe('teleport-ui-iam-2575010810');
});

test('the order of rules does not change the name', () => {
  expect(iamTokenName({ allow: [ONE, OTHER] })).toBe(iamTokenName({ allow: [OTHER, ONE] }));
  expect(iamRules({ allow: [ONE, OTHER] })).toEqual(iamRules({ allow: [OTHER, ONE] }));
});

test('rules with the same joined text have one name, but are different rules', () => {
  const [a, b] = [{ allow: [aws('12', '3x')] }, { allow: [aws('123', 'x')] }];
  expect(iamTokenName(a)).toBe(iamTokenName(b));
  expect(iamRules(a)).not.toEqual(iamRules(b));
});

test('names for another method, and for invalid rules', () => {
  expect(azureTokenName({ azure: { allow: [{ subscription: 'a' }, { subscription: 'b' }] } })).toBe(
    `teleport-ui-azure-${fnv1a('ab')}`,
  );
  expect(iamTokenName({})).toBe(`teleport-ui-iam-${fnv1a('')}`);
  expect(iamTokenName({ allow: ['x', null, 7] })).toBe(iamTokenName({}));
});

test('the hash is FNV-1a', () => {
  expect(fnv1a('')).toBe(0x811c9dc5);
  expect(fnv1a('foobar')).toBe(0xbf9cf968);
});
