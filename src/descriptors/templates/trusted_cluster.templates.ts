import { ENTER_NOTE } from '../../wire/documentSecrets.ts';
import type { DocumentTemplates } from '../documentTypes.ts';

/** The first is what a new one begins with (screens §15.4). */
const templates: DocumentTemplates = [
  {
    label: 'One role',
    text: 'Users of the root with one role get another one here',
    content: () => `kind: trusted_cluster
version: v2
metadata:
  # The name of the root cluster.
  name: root.example.com
spec:
  # Whether the tunnel is open. Besides the role map, the only thing that can be changed later.
  enabled: true
  # Made at the root, as a join token for clusters.
  token: ${ENTER_NOTE}
  tunnel_addr: root.example.com:3024
  web_proxy_addr: root.example.com:443
  # Whoever has the role there gets the roles here. Who has none of them reaches nothing.
  role_map:
    - remote: access
      local: [guest]
`,
  },
  {
    label: 'Roles of the same name',
    text: 'Some roles of the root are the roles of the same name here',
    content: () => `kind: trusted_cluster
version: v2
metadata:
  # The name of the root cluster.
  name: root.example.com
spec:
  enabled: true
  # Made at the root, as a join token for clusters.
  token: ${ENTER_NOTE}
  tunnel_addr: root.example.com:3024
  web_proxy_addr: root.example.com:443
  role_map:
    # $1 is what the parentheses found.
    - remote: ^(access|auditor)$
      local: [$1]
    # A star stands for any text.
    - remote: ops-*
      local: [access]
`,
  },
];
export default templates;
