import { config } from '../api/config.ts';
import {
  changedIntegrationBody,
  integrationList,
  integrationUrls,
  newIntegrationBody,
  readIntegration,
  type Integration,
} from '../api/integrations.ts';
import { AWS_OIDC, isRoleArn } from '../wire/clouds.ts';
import { INTEGRATION_USE } from '../wire/config.ts';
import { code, gain, loss, phrase } from '../lib/sentence.ts';
import { defineResource } from './defineResource.ts';
import type { KindValue } from './kinds.ts';

/** The meaning of a service's status, and what to do about it (screens §18.1). */
const STATUS: Readonly<Record<number, KindValue['state'] & { todo?: string }>> = {
  0: { mark: 'ended', word: 'Unknown' },
  1: { mark: 'ok', word: 'Running' },
  3: { mark: 'danger', word: 'Unauthorized', todo: 'Its key was refused. Delete and enroll it again' },
  10: { mark: 'warn', word: 'Not invited', todo: 'It is not in its channel. Invite it there, then reload' },
};
const FAILED = { mark: 'danger' as const, word: 'Failed', todo: undefined };
const statusOf = ({ statusCode = 1, lastError }: Integration) =>
  lastError !== '' ? FAILED : (STATUS[statusCode] ?? { mark: 'danger' as const, word: 'Error' });

const { all, one } = integrationUrls(config.proxyCluster);

export default defineResource<Integration>({
  name: 'integrations',
  label: ['Integration', 'Integrations'],
  title: 'Manage Integrations',
  icon: 'plug',
  path: 'integrations',
  acl: 'integrations',
  verbs: { list: ['list', 'read'], update: ['read', 'edit'] },
  nav: { category: 'Management', section: 'Access', flag: 'integrations', weight: 11 },
  wire: {
    list: integrationList(config.proxyCluster),
    read: readIntegration,
    one: { url: one },
    create: { url: all, body: newIntegrationBody },
    update: { url: one, body: changedIntegrationBody },
    remove: { url: one, restores: true },
  },
  fields: [
    {
      source: 'name',
      kind: 'text',
      label: 'Integration',
      sort: true,
      list: { width: [160, 250] },
      input: { required: true, readOnly: 'onEdit' },
    },
    {
      source: 'roleArn',
      kind: 'mono',
      label: 'Details',
      sort: true,
      list: { width: 'rest' },
      note: (row) => statusOf(row).todo,
      input: {
        required: true,
        missing: 'Enter a role ARN',
        help: 'The AWS role that this cluster assumes, like arn:aws:iam::123456789012:role/discover',
        check: (arn) =>
          typeof arn === 'string' && !isRoleArn(arn)
            ? 'This is not a role ARN like arn:aws:iam::123456789012:role/discover'
            : undefined,
      },
    },
    {
      source: 'statusCode',
      kind: 'state',
      label: 'Status',
      sort: true,
      list: { width: 156 },
      value: (row) => statusOf(row),
    },
    ...(config.extensions.includes(INTEGRATION_USE)
      ? [
          {
            source: 'lastUsed' as const,
            kind: 'time' as const,
            label: 'Last use',
            sort: true as const,
            list: { width: 420 as const },
            value: ({ lastUsed }: Integration) => lastUsed ?? 'Not used yet',
            note: ({ lastUsed, lastRegion, lastError }: Integration) =>
              lastUsed && (lastError === '' ? `Listed databases in ${lastRegion}` : lastError),
          },
        ]
      : []),
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Search name or details',
    empty: {
      title: 'No integrations yet',
      text: 'An integration gives this cluster access to another service. With Amazon Web Services the cluster finds databases and enrolls them.',
    },
    selectable: false,
    icon: ({ subKind }) => (subKind === AWS_OIDC ? 'cloud' : 'puzzle'),
  },
  form: {
    sections: [{ title: 'AWS role', fields: ['name', 'roleArn'] }],
    aside: ({ subKind }) => (subKind === AWS_OIDC ? 'Amazon Web Services' : subKind),
    actions: 'This integration',
    review: (before, after) =>
      before.roleArn === after.roleArn
        ? []
        : [
            gain(phrase`This cluster acts in AWS as ${code(after.roleArn)}`, { flagged: true }),
            loss(phrase`It no longer acts there as ${code(before.roleArn)}`),
          ],
  },
  fixed: ({ subKind }) => (subKind === AWS_OIDC ? undefined : { mark: subKind, why: 'Only AWS is managed here' }),
  // The page at `new` has the steps.
  creates: { label: 'Enroll new integration' },
  removal: {
    effects: ({ roleArn }) => [
      roleArn === '' ? 'The cluster no longer acts there' : `The cluster no longer acts in AWS as ${roleArn}`,
      'Databases already enrolled through it stay. New ones are no longer found',
      'The role and the identity provider stay in the AWS account. Remove them there',
    ],
  },
});
