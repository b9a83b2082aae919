// Roles at Amazon that an application of its console offers (http-resources §4.1).

type AwsRole = { name: string; display: string; arn: string };

const ROLE_ARN = /^arn:[^:]+:iam::(?<account>\d*):role\/(?<name>.+)$/;

/** What the caller's roles allow, of one account where the application names it. Texts that are no ARN are left out. */
export function awsRolesOf(arns: readonly string[], accountId: string): AwsRole[] {
  return arns.flatMap((arn) => {
    const { account = '', name } = ROLE_ARN.exec(arn)?.groups ?? {};
    if (name === undefined || (accountId !== '' && account !== accountId)) return [];
    return [{ name, display: name.slice(name.lastIndexOf('/') + 1), arn }];
  });
}
