// Integrations with clouds (http-resources §14).

export const AWS_OIDC = 'aws-oidc';

export type IntegrationJson = { name: string; subKind: string; awsoidc?: { roleArn: string }; statusCode?: number };

/** Kind of the usage events of enrolling one (http-auth §12.2). */
export const ENROLL_KIND_AWS_OIDC = 'INTEGRATION_ENROLL_KIND_AWS_OIDC';

/** Whom AWS finds named in the tokens of this cluster (screens §18.3). */
export const AWS_AUDIENCE = 'discover.teleport';
