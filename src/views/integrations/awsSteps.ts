/** One step of the way through the AWS console (screens §18.3). `short` stands in the line of steps. */
export type AwsStep = {
  short: string;
  title: string;
  /** What one is about to do, and why. */
  text: string;
  /** What to do, one after the other; the words of the AWS console are in quotes. */
  todo: readonly string[];
  /** What is copied from here, or brought back from AWS. */
  gives?: 'provider' | 'audience' | 'policy';
  asks?: 'thumbprint' | 'role';
};

export const AWS_STEPS: readonly [AwsStep, ...AwsStep[]] = [
  {
    short: 'Open IAM',
    title: 'Open the identity providers of your AWS account',
    text: 'AWS is told to trust this cluster as an identity provider. No key of the account is stored here.',
    todo: [
      'Sign in to the AWS console with an account that may change IAM',
      'Open IAM, then “Identity providers”',
      'Choose “Add provider”',
    ],
  },
  {
    short: 'Provider',
    title: 'Name this cluster as the provider',
    text: 'AWS reads the certificate at the address and shows its thumbprint. It has to be that of this cluster, or somebody stands between.',
    todo: [
      'Choose “OpenID Connect”',
      'Paste the provider URL and the audience',
      'Choose “Get thumbprint”, and bring it back here',
    ],
    gives: 'provider',
    asks: 'thumbprint',
  },
  {
    short: 'Role',
    title: 'Give the provider a role',
    text: 'What the cluster may do in the account, it may do as this role.',
    todo: [
      'Choose “Add provider”',
      'Open the provider that was added',
      'Choose “Assign role”, then “Create a new role”',
    ],
  },
  {
    short: 'Audience',
    title: 'Let only this cluster take the role',
    text: 'The audience in the trust of the role is what the cluster shows when it asks for it.',
    todo: [
      'Choose the audience',
      'Choose “Next: Permissions”',
      'Choose “Create policy”, which opens in a tab of its own',
    ],
    gives: 'audience',
  },
  {
    short: 'Policy',
    title: 'Say what the role may do',
    text: 'It may list databases of RDS and Aurora, and nothing else.',
    todo: [
      'Choose the tab “JSON”',
      'Replace what stands there by this policy',
      'Go on to the end, give it a name and choose “Create policy”',
    ],
    gives: 'policy',
  },
  {
    short: 'Attach',
    title: 'Put the policy on the role',
    text: 'The role is made with the policy of the step before.',
    todo: [
      'Go back to the tab of the role',
      'Load the policies again, find yours and check it',
      'Go on, give the role a name and choose “Create role”',
    ],
  },
  {
    short: 'Name',
    title: 'Name the integration',
    text: 'The ARN stands on the page of the role.',
    todo: ['Open the role in the AWS console', 'Copy its ARN and bring it back here'],
    asks: 'role',
  },
];
