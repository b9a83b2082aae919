// Integrations with clouds (http-resources §14), and how Amazon's roles and pages are told.

export const AWS_OIDC = 'aws-oidc';

export type IntegrationJson = {
  name: string;
  subKind: string;
  awsoidc?: { roleArn: string };
  statusCode?: number;
  /** With INTEGRATION_USE: the last listing of databases, absent before the first. `error`: absent where it succeeded. */
  lastUse?: { time: string; region: string; error?: string };
};

/** Kind of the usage events of enrolling one (http-auth §12.2). */
export const ENROLL_KIND_AWS_OIDC = 'INTEGRATION_ENROLL_KIND_AWS_OIDC';

/** Whom AWS finds named in the tokens of this cluster (screens §18.3). */
export const AWS_AUDIENCE = 'discover.teleport';

/** AWS roles as users name them: one `:role`, the service before it, a name of two characters or more behind it (screens §0.4). */
export function isRoleArn(text: string): boolean {
  const [before = '', after = '', ...more] = text.split(':role');
  return more.length === 0 && before.startsWith('arn:aws:iam:') && after.length >= 2;
}

/** Amazon's console, of the commercial, the government and the Chinese partition. */
const AWS_CONSOLES = [
  'https://console.aws.amazon.com',
  'https://console.amazonaws-us-gov.com',
  'https://console.amazonaws.cn',
];

/** By the internal address of an application (http-resources §4.1). */
export const isAwsConsole = (uri: string): boolean => AWS_CONSOLES.some((console) => uri.startsWith(console));
