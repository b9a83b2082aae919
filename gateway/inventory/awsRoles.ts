// AWS roles that an application for the AWS console offers (http-resources §4.1).

type AwsRole = { name: string; display: string; arn: string };

const ROLE_ARN = /^arn:[^:]+:iam::(?<account>\d*):role\/(?<name>.+)$/;

/** The roles that the caller's roles allow, of one account if the application names it. Leaves out invalid ARNs. */
export function awsRolesOf(arns: readonly string[], accountId: string): AwsRole[] {
  return arns.flatMap((arn) => {
    const { account = '', name } = ROLE_ARN.exec(arn)?.groups ?? {};
    if (name === undefined || (accountId !== '' && account !== accountId)) return [];
    return [{ name, display: name.slice(name.lastIndexOf('/') + 1), arn }];
  });
}
