// Cloud integrations (http-resources §14), and tests for AWS roles and pages.

export const AWS_OIDC = 'aws-oidc';

export type IntegrationJson = {
  name: string;
  subKind: string;
  awsoidc?: { roleArn: string };
  statusCode?: number;
  /**
   * With INTEGRATION_USE: the last listing of databases, absent before the first one. `error` is absent if it
   * succeeded.
   */
  lastUse?: { time: string; region: string; error?: string };
};

/** Kind of the usage events for enrolling an integration (http-auth §12.2). */
export const ENROLL_KIND_AWS_OIDC = 'INTEGRATION_ENROLL_KIND_AWS_OIDC';

/** The audience in the tokens that this cluster issues for AWS (screens §18.3). */
export const AWS_AUDIENCE = 'discover.teleport';

/**
 * AWS role ARNs as users enter them: exactly one `:role`, the service before it, and a name of at least two characters
 * after it (screens §0.4).
 */
export function isRoleArn(text: string): boolean {
  const [before = '', after = '', ...more] = text.split(':role');
  return more.length === 0 && before.startsWith('arn:aws:iam:') && after.length >= 2;
}

/** The AWS console in the commercial, the government and the Chinese partition. */
const AWS_CONSOLES = [
  'https://console.aws.amazon.com',
  'https://console.amazonaws-us-gov.com',
  'https://console.amazonaws.cn',
];

/** Decides by the internal address of an application (http-resources §4.1). */
export const isAwsConsole = (uri: string): boolean => AWS_CONSOLES.some((console) => uri.startsWith(console));
