import { ENTER_NOTE } from '../../wire/documentSecrets.ts';
import type { DocumentTemplates } from '../documentTypes.ts';

const beginning = (origin: string): string => `kind: github
version: v3
metadata:
  # A connector cannot be renamed later.
  name: github
spec:
  client_id: ''
  client_secret: ${ENTER_NOTE}
  display: GitHub
  # The same address has to be entered in the OAuth app.
  redirect_url: ${origin}/v1/webapi/github/callback
`;

/** The first is what a new connector begins with (screens §15.3). */
const templates: DocumentTemplates = [
  {
    label: 'One team',
    text: 'Everybody in a team signs in and gets one role',
    content: (origin) => `${beginning(origin)}  # Everybody in one of these teams may sign in, and gets its roles.
  teams_to_roles:
    - organization: ''
      team: ''
      roles: [access]
`,
  },
  {
    label: 'A role for each team',
    text: 'Several teams of one organization; who is in more than one gets the roles of all',
    content: (
      origin,
    ) => `${beginning(origin)}  # A team goes by the name in the address of its page. Someone in none of them cannot sign in.
  teams_to_roles:
    - organization: acme
      team: engineering
      roles: [access]
    - organization: acme
      team: security
      roles: [auditor]
    - organization: acme
      team: platform
      roles: [access, editor]
`,
  },
];
export default templates;
