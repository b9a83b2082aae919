import type { DocumentTemplates } from '../documentTypes.ts';

const templates: DocumentTemplates = [
  {
    label: 'A host with an SSH server',
    text: 'No agent: the host is reached at its address',
    content: () => `kind: node
version: v2
sub_kind: openssh
metadata:
  # The server makes an id where no name is given.
  name: 5b1ef27c-0b6f-4f2a-9d3b-2f6f3b8f7f10
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
