import type { DocumentTemplates } from '../documentTypes.ts';

const templates: DocumentTemplates = [
  {
    label: 'Web application',
    text: 'A service that speaks HTTP',
    content: () => `kind: app
version: v3
metadata:
  # Becomes a host name: lower-case letters, digits and -.
  name: grafana
  description: Metrics
  labels:
    env: dev
spec:
  # Where it is, as seen from the gateway.
  uri: http://127.0.0.1:3000
`,
  },
  {
    label: 'With headers of one’s own',
    text: 'The application learns who the user is',
    content: () => `kind: app
version: v3
metadata:
  name: wiki
  labels:
    env: prod
spec:
  uri: https://wiki.internal:8443
  # Its certificate is its own.
  insecure_skip_verify: true
  rewrite:
    # Hosts in its redirects that become the public one.
    redirect: [wiki.internal]
    # Added to every request. The token says who asks, signed by this cluster.
    headers:
      - name: Authorization
        value: Bearer {{internal.jwt}}
      - name: X-Environment
        value: prod
`,
  },
  {
    label: 'TCP application',
    text: 'Any other protocol, through a local port of the client',
    content: () => `kind: app
version: v3
metadata:
  name: queue
  labels:
    env: dev
spec:
  uri: tcp://127.0.0.1:5672
`,
  },
  {
    label: 'AWS console',
    text: 'The console of an AWS account, with roles that users may choose',
    content: () => `kind: app
version: v3
metadata:
  name: aws
  labels:
    env: prod
spec:
  # The roles that somebody may take stand in aws_role_arns of their roles and traits.
  uri: https://console.aws.amazon.com/ec2/v2/home
`,
  },
];
export default templates;
