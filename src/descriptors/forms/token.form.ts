import type { DocumentForm, DocumentInput, FormSection } from '../documentTypes.ts';
import { field, half } from './commonInputs.ts';

/** For a method with external proof: the required fields of one rule. */
const method = (title: string, block: string, before: readonly DocumentInput[] = []): FormSection => ({
  title,
  group: 'Proof',
  text: 'One rule must match in all its fields.',
  inputs: [...before, field(`${block}.allow`, 'Rules', { add: 'Add rule' })],
});

const form: DocumentForm = {
  title: 'Join token',
  sections: [
    {
      title: 'What may join',
      text: 'An agent presents the token once and is then part of the cluster. With the method “token” the name is the secret. It must be long and hard to guess.',
      inputs: [
        half('join_method', 'Method'),
        half('bot_name', 'Bot'),
        { path: 'metadata.expires', label: 'Until' },
        field('roles', 'What may join'),
        field('suggested_labels', 'Labels for joined servers'),
        field('suggested_agent_matcher_labels', 'Labels of served resources'),
      ],
    },
    {
      title: 'AWS',
      group: 'Proof',
      text: 'For the methods ec2 and iam. One rule must match in all its fields.',
      inputs: [field('allow', 'Rules', { add: 'Add rule' }), half('aws_iid_ttl', 'Age of the identity document')],
    },
    method('Azure', 'azure'),
    method('Google Cloud', 'gcp'),
    method('Kubernetes', 'kubernetes'),
    method('GitHub Actions', 'github', [half('github.enterprise_server_host', 'Enterprise server')]),
    method('GitLab CI', 'gitlab', [half('gitlab.domain', 'Server')]),
    method('CircleCI', 'circleci', [field('circleci.organization_id', 'Organization')]),
  ],
};
export default form;
