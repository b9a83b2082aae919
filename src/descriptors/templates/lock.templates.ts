import type { DocumentTemplates } from '../documentTypes.ts';

const lock = (name: string, note: string, target: string, message: string) => (): string => `kind: lock
version: v2
metadata:
  # A name that nobody else has; servers take a UUID.
  name: ${name}
spec:
  target:
    # ${note}
    ${target}
  # Shown to whoever is locked out.
  message: ${message}
  # Without a time the lock stays until somebody lifts it.
  expires: '2030-01-31T12:00:00Z'
`;

const templates: DocumentTemplates = [
  {
    label: 'A person',
    text: 'Signs out and keeps out one user',
    content: lock(
      '3f6c1d2a-9b1e-4a57-8c58-1f0b7c9d2e01',
      'Their sessions end at once.',
      'user: mallory',
      'Under investigation',
    ),
  },
  {
    label: 'A role',
    text: 'Everybody who has a role, for as long as they have it',
    content: lock(
      '3f6c1d2a-9b1e-4a57-8c58-1f0b7c9d2e02',
      'A role of this cluster.',
      'role: contractor',
      'Contractors are locked out over the holidays',
    ),
  },
  {
    label: 'A server',
    text: 'Nobody gets into one host',
    content: lock(
      '3f6c1d2a-9b1e-4a57-8c58-1f0b7c9d2e03',
      'The id of the host, from the list of servers.',
      'server_id: 5b1ef27c-0b6f-4f2a-9d3b-2f6f3b8f7f10',
      'Kept as it is for an analysis',
    ),
  },
  {
    label: 'An account',
    text: 'Nobody becomes an account on servers',
    content: lock(
      '3f6c1d2a-9b1e-4a57-8c58-1f0b7c9d2e04',
      'An account on servers, whoever wants to become it.',
      'login: root',
      'No root for now',
    ),
  },
  {
    label: 'A desktop',
    text: 'Nobody gets into one desktop',
    content: lock(
      '3f6c1d2a-9b1e-4a57-8c58-1f0b7c9d2e05',
      'The name of the desktop.',
      'windows_desktop: lab-1',
      'Under repair',
    ),
  },
];
export default templates;
