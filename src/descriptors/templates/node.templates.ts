import { randomUuid } from '../../lib/encoding.ts';
import type { DocumentTemplates } from '../documentTypes.ts';

const templates: DocumentTemplates = [
  {
    label: 'A host with an SSH server',
    text: 'No agent: the host is reached at its address',
    content: () => `kind: node
version: v2
sub_kind: openssh
metadata:
  # The id of the server: any UUID that no other server has.
  name: ${randomUuid()}
  labels:
    env: dev
    team: core
spec:
  # Shown, and found by searches.
  hostname: web-1.example.com
  addr: 10.0.0.1:22
`,
  },
];
export default templates;
