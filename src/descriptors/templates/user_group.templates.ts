import type { DocumentTemplates } from '../documentTypes.ts';

const templates: DocumentTemplates = [
  {
    label: 'A group and its applications',
    text: 'Whoever may see the group may ask for what it opens',
    content: () => `kind: user_group
version: v1
metadata:
  name: engineering
  description: Engineering
  labels:
    team: engineering
spec:
  # Names of applications. The key is spelled with a capital letter.
  Applications: [grafana]
`,
  },
];
export default templates;
