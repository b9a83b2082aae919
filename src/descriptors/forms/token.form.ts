import type { DocumentForm, DocumentInput, FormSection } from '../documentTypes.ts';

/** Of a method that is proved by others: what one rule must say, as it is asked for. */
const method = (title: string, block: string, before: readonly DocumentInput[] = []): FormSection => ({
  title,
  group: 'Proof',
  text: 'One rule must match in all its fields.',
  inputs: [...before, { path: `spec.${block}.allow`, label: 'Rules', add: 'Add rule' }],
});

const form: DocumentForm = {
  title: 'Join token',
  sections: [
    {
      title: 'What may join',
      text: 'An agent presents the token once and is then part of the cluster. With the method “token” the name is the secret. It must be long and hard to guess.',
      inputs: [
        { path: 'spec.join_method', label: 'Method', half: true },
        { path: 'spec.bot_name', label: 'Bot', half: true },
        { path: 'metadata.expires', label: 'Until' },
        { path: 'spec.roles', label: 'What may join' },
        { path: 'spec.suggested_labels', label: 'Labels for joined servers' },
        { path: 'spec.suggested_agent_matcher_labels', label: 'Labels of served resources' },
      ],
    },
    {
      title: 'AWS',
      group: 'Proof',
      text: 'For the methods ec2 and iam. One rule must match in all its fields.',
      inputs: [
        { path: 'spec.allow', label: 'Rules', add: 'Add rule' },
        { path: 'spec.aws_iid_ttl', label: 'Age of the identity document', half: true },
      ],
    },
    method('Azure', 'azure'),
    method('Google Cloud', 'gcp'),
    method('Kubernetes', 'kubernetes'),
    method('GitHub Actions', 'github', [
      { path: 'spec.github.enterprise_server_host', label: 'Enterprise server', half: true },
    ]),
    method('GitLab CI', 'gitlab', [{ path: 'spec.gitlab.domain', label: 'Server', half: true }]),
    method('CircleCI', 'circleci', [{ path: 'spec.circleci.organization_id', label: 'Organization' }]),
  ],
};
export default form;
