import { isRoleArn } from '../../wire/clouds.ts';

/** The cluster's permissions in the account: only finding databases (screens §18.3). */
export const AWS_POLICY = JSON.stringify(
  {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['rds:DescribeDBInstances', 'rds:DescribeDBClusters'], Resource: '*' }],
  },
  undefined,
  2,
);

/** The address of the cluster for AWS, without the default port. */
export const providerUrl = (publicAddress: string): string => `https://${publicAddress.replace(/:443$/, '')}`;

/** AWS shows lower-case digits. Text copied from elsewhere can contain colons. */
export const plainThumbprint = (text: string): string => text.replace(/[\s:]/g, '').toLowerCase();

export const arnFault = (arn: string): string | undefined => {
  if (arn.trim() === '') return 'Enter the ARN of the role';
  return isRoleArn(arn.trim()) ? undefined : 'This is not a role ARN like arn:aws:iam::123456789012:role/discover';
};
export const nameFault = (name: string): string | undefined =>
  name.trim() === '' ? 'Enter a name for the integration' : undefined;
