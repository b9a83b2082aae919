/** One step in the AWS console (screens §18.3). `short` is the label in the line of steps. */
export type AwsStep = {
  short: string;
  title: string;
  /** The purpose of the step. */
  text: string;
  /** The instructions in order. Labels of the AWS console are in quotes. */
  todo: readonly string[];
  /** A value to copy to AWS, or to bring back from AWS. */
  gives?: 'provider' | 'audience' | 'policy';
  asks?: 'thumbprint' | 'role';
};

export const AWS_STEPS: readonly [AwsStep, ...AwsStep[]] = [
  {
    short: 'Open IAM',
    title: 'Open the identity providers of your AWS account',
    text: 'AWS will trust this cluster as an identity provider. No access key of the account is stored here.',
    todo: [
      'Sign in to the AWS console with an account that may change IAM',
      'Open IAM, then “Identity providers”',
      'Choose “Add provider”',
    ],
  },
  {
    short: 'Provider',
    title: 'Name this cluster as the provider',
    text: 'AWS reads the certificate at the address and shows its thumbprint. It must be that of this cluster. If it differs, something intercepts the connection.',
    todo: [
      'Choose “OpenID Connect”',
      'Paste the provider URL and the audience',
      'Choose “Get thumbprint”, and paste the thumbprint here',
    ],
    gives: 'provider',
    asks: 'thumbprint',
  },
  {
    short: 'Role',
    title: 'Give the provider a role',
    text: 'The cluster acts in the account as this role.',
    todo: [
      'Choose “Add provider”',
      'Open the provider that was added',
      'Choose “Assign role”, then “Create a new role”',
    ],
  },
  {
    short: 'Audience',
    title: 'Let only this cluster assume the role',
    text: 'The cluster presents this audience when it assumes the role.',
    todo: ['Choose the audience', 'Choose “Next: Permissions”', 'Choose “Create policy”, which opens a new tab'],
    gives: 'audience',
  },
  {
    short: 'Policy',
    title: 'Define what the role may do',
    text: 'It may only list RDS and Aurora databases.',
    todo: [
      'Choose the tab “JSON”',
      'Replace the text there with this policy',
      'Continue to the end, give it a name and choose “Create policy”',
    ],
    gives: 'policy',
  },
  {
    short: 'Attach',
    title: 'Attach the policy to the role',
    text: 'The role is created with the policy of the previous step.',
    todo: [
      'Go back to the tab of the role',
      'Reload the policies, find yours and select it',
      'Continue, give the role a name and choose “Create role”',
    ],
  },
  {
    short: 'Name',
    title: 'Name the integration',
    text: 'The page of the role shows its ARN.',
    todo: ['Open the role in the AWS console', 'Copy its ARN and paste it here'],
    asks: 'role',
  },
];
