import type { DocumentForm, DocumentInput, FormSection } from '../documentTypes.ts';

/** Of a method that is proved by others: what one rule must say, as it is asked for. */
const method = (title: string, block: string, before: readonly DocumentInput[] = []): FormSection => ({
  title,
  group: 'Proof',
  text: 'One rule must fit, with all that it says.',
  inputs: [...before, { path: `spec.${block}.allow`, label: 'Rules', add: 'Add rule' }],
});

const form: DocumentForm = {
  title: 'Join token',
  sections: [
    {
      title: 'What may join',
      text: 'An agent shows the token once, and is part of the cluster from then on. With the method token the name is the secret: long, and guessed by nobody.',
      inputs: [
        { path: 'spec.join_method', label: 'Method', half: true },
        { path: 'spec.bot_name', label: 'Bot', half: true },
        { path: 'metadata.expires', label: 'Until' },
        { path: 'spec.roles', label: 'What may join' },
        { path: 'spec.suggested_labels', label: 'Labels that a server takes' },
        { path: 'spec.suggested_agent_matcher_labels', label: 'Labels of what an agent serves' },
      ],
    },
    {
      title: 'AWS',
      group: 'Proof',
      text: 'For the methods ec2 and iam. One rule must fit, with all that it says.',
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
