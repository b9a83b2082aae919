import type { DocumentTemplates } from '../documentTypes.ts';

const templates: DocumentTemplates = [
  {
    label: 'Amazon Web Services',
    text: 'A role of an account that trusts this cluster as identity provider',
    content: () => `kind: integration
version: v1
sub_kind: aws-oidc
metadata:
  name: aws
spec:
  aws_oidc:
    # The role has to trust the identity provider that this cluster is for the account.
    role_arn: arn:aws:iam::123456789012:role/discover
`,
  },
];
export default templates;
