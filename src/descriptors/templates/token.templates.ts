import type { DocumentTemplate, DocumentTemplates } from '../documentTypes.ts';

/** One for each way to join that a server of this release knows (resource-specs §7.2). */
const token = (
  label: string,
  text: string,
  name: string,
  roles: string,
  method: string,
  rest: string,
): DocumentTemplate => ({
  label,
  text,
  content: () => `kind: token
version: v2
metadata:
  name: ${name}
spec:
  # What may join: Node, App, Db, Kube, WindowsDesktop, Discovery, Bot, …
  roles: [${roles}]
  join_method: ${method}
${rest}`,
});

const templates: DocumentTemplates = [
  {
    label: 'A secret',
    text: 'Whoever knows the token may join, until it ends',
    content: () => `kind: token
version: v2
metadata:
  # The name is the secret: long and guessed by nobody. A hex number of 32 digits is usual.
  name: enter-a-long-random-text-here
  # Without a time the token counts for ever.
  expires: '2030-01-31T12:00:00Z'
spec:
  # What may join: Node, App, Db, Kube, WindowsDesktop, Discovery, …
  roles: [Node]
  join_method: token
`,
  },
  token(
    'Amazon EC2',
    'Instances that show the document of their identity',
    'ec2-nodes',
    'Node',
    'ec2',
    `  # How old that document may be.
  aws_iid_ttl: 5m0s
  # One rule must fit.
  allow:
    - aws_account: '123456789012'
      aws_regions: [eu-west-1]
`,
  ),
  token(
    'AWS IAM',
    'Whatever has an identity at AWS',
    'iam-nodes',
    'Node',
    'iam',
    `  # One rule must fit. * stands for any text, ? for any letter.
  allow:
    - aws_account: '123456789012'
      aws_arn: arn:aws:sts::123456789012:assumed-role/web/*
`,
  ),
  token(
    'Azure',
    'Machines with a managed identity',
    'azure-nodes',
    'Node',
    'azure',
    `  azure:
    allow:
      - subscription: 11111111-2222-3333-4444-555555555555
        # Without any: all of the subscription.
        resource_groups: [ops]
`,
  ),
  token(
    'Google Cloud',
    'Machines with a service account',
    'gcp-nodes',
    'Node',
    'gcp',
    `  gcp:
    allow:
      - project_ids: [shop-prod]
        locations: [europe-west1]
        service_accounts: [agent@shop-prod.iam.gserviceaccount.com]
`,
  ),
  token(
    'Kubernetes',
    'Pods of the cluster that the server runs in',
    'kube-agents',
    'Kube, App',
    'kubernetes',
    `  kubernetes:
    allow:
      # Namespace and name of the service account.
      - service_account: postern:agent
`,
  ),
  token(
    'GitHub Actions',
    'Workflows of one repository',
    'github-ci',
    'Bot',
    'github',
    `  # The bot that the workflow acts as.
  bot_name: ci
  github:
    # All that a rule says must fit.
    allow:
      - repository: acme/shop
        ref: refs/heads/main
        environment: production
`,
  ),
  token(
    'GitLab CI',
    'Jobs of one project',
    'gitlab-ci',
    'Bot',
    'gitlab',
    `  bot_name: ci
  gitlab:
    # A server of one's own goes here.
    domain: gitlab.com
    allow:
      - project_path: acme/shop
        ref: main
        ref_type: branch
`,
  ),
  token(
    'CircleCI',
    'Jobs of one project',
    'circle-ci',
    'Bot',
    'circleci',
    `  bot_name: ci
  circleci:
    organization_id: 0e3f0b1c-5a10-4d0a-8a52-1e7e9a1c2b3d
    allow:
      - project_id: 1b2c3d4e-5a10-4d0a-8a52-1e7e9a1c2b3d
`,
  ),
];
export default templates;
