import type { DocumentTemplates } from '../documentTypes.ts';

const templates: DocumentTemplates = [
  {
    label: 'A machine of its own',
    text: 'Local accounts, no domain',
    content: () => `kind: windows_desktop
version: v3
metadata:
  # Stands in addresses; letters, digits and - are best.
  name: lab-1
  labels:
    env: dev
spec:
  # Without a port it is 3389.
  addr: 10.9.0.4:3389
  # Not joined to a domain: people sign in with accounts of the machine.
  non_ad: true
`,
  },
  {
    label: 'In a domain',
    text: 'Accounts of an Active Directory',
    content: () => `kind: windows_desktop
version: v3
metadata:
  name: finance-1
  labels:
    env: prod
    team: finance
spec:
  addr: finance-1.corp.example.com
  domain: corp.example.com
`,
  },
];
export default templates;
