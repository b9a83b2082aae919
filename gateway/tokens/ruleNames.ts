// Names that tokens of cloud accounts get from their rules, so that equal rules give the same token
// (http-resources §12.1).
import { at, textAt } from '../../src/lib/json.ts';
import { utf8 } from '../../src/lib/encoding.ts';

/** FNV-1a of 32 bits. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of utf8(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

const listAt = (value: unknown, ...path: string[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

/** The rules of a token for AWS accounts as one text each, independent of their order. */
export const iamRules = (spec: unknown): readonly string[] =>
  listAt(spec, 'allow')
    .map((rule) => `${textAt(rule, 'aws_account')} ${textAt(rule, 'aws_arn')}`)
    .sort();

export const iamTokenName = (spec: unknown): string =>
  `teleport-ui-iam-${fnv1a(
    iamRules(spec)
      .map((rule) => rule.replace(' ', ''))
      .join(''),
  )}`;

export const azureRules = (spec: unknown): readonly string[] =>
  listAt(spec, 'azure', 'allow')
    .map((rule) => [textAt(rule, 'subscription'), ...listAt(rule, 'resource_groups').map(String).sort()].join(' '))
    .sort();

export const azureTokenName = (spec: unknown): string =>
  `teleport-ui-azure-${fnv1a(
    listAt(spec, 'azure', 'allow')
      .map((rule) => textAt(rule, 'subscription'))
      .sort()
      .join(''),
  )}`;
