import { expect, test } from 'vitest';
import { isRoleArn } from './clouds.ts';

test.each([
  ['arn:aws:iam::123456789012:role/ReadOnly', true],
  ['arn:aws:iam::1:role/', false],
  ['arn:aws:iam::1:role/x', true],
  ['arn:aws:iam::1:user/x', false],
  ['arn:aws:s3::1:role/x', false],
  ['arn:aws:iam::1:role/a:role/b', false],
  ['', false],
])('whether %s is the ARN of a role: %s', (text, fits) => expect(isRoleArn(text)).toBe(fits));
