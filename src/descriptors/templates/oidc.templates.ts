import { ENTER_NOTE } from '../../wire/documentSecrets.ts';
import type { DocumentTemplates } from '../documentTypes.ts';

const templates: DocumentTemplates = [
  {
    label: 'Any provider',
    text: 'Roles by the groups that the provider names',
    content: (origin) => `kind: oidc
version: v3
metadata:
  # A connector cannot be renamed later.
  name: oidc
spec:
  issuer_url: ''
  client_id: ''
  client_secret: ${ENTER_NOTE}
  display: Single sign-on
  # The same address has to be entered at the provider.
  redirect_url: ${origin}/v1/webapi/oidc/callback
  # Everybody with one of these claims may sign in, and gets its roles.
  claims_to_roles:
    - claim: groups
      value: ''
      roles: [access]
`,
  },
  {
    label: 'Keycloak',
    text: 'A realm of one’s own, with a client that puts groups into the token',
    content: (origin) => `kind: oidc
version: v3
metadata:
  name: keycloak
spec:
  # The address of the realm.
  issuer_url: https://keycloak.example.com/realms/company
  client_id: postern
  client_secret: ${ENTER_NOTE}
  display: Company login
  # One of the client's valid redirect URIs.
  redirect_url: ${origin}/v1/webapi/oidc/callback
  # The client needs a mapper for group membership, without the full path.
  claims_to_roles:
    - claim: groups
      value: ops
      roles: [access]
    - claim: groups
      value: security
      roles: [auditor]
  username_claim: preferred_username
`,
  },
  {
    label: 'Microsoft Entra ID',
    text: 'One tenant; groups are named by their ids',
    content: (origin) => `kind: oidc
version: v3
metadata:
  name: entra
spec:
  # The id of the tenant stands in the address.
  issuer_url: https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0
  client_id: 66666666-7777-8888-9999-000000000000
  client_secret: ${ENTER_NOTE}
  display: Microsoft
  redirect_url: ${origin}/v1/webapi/oidc/callback
  # The token has to carry groups: they come as ids, not as names.
  claims_to_roles:
    - claim: groups
      value: 12121212-3434-5656-7878-909090909090
      roles: [access]
  # Tokens of this provider do not say whether an address is verified.
  allow_unverified_email: true
`,
  },
  {
    label: 'Roles from patterns',
    text: 'A group of the provider becomes the role of the same name',
    content: (origin) => `kind: oidc
version: v3
metadata:
  name: oidc
spec:
  issuer_url: https://login.example.com
  client_id: postern
  client_secret: ${ENTER_NOTE}
  display: Single sign-on
  redirect_url: ${origin}/v1/webapi/oidc/callback
  scope: [groups]
  # $1 is what the first parentheses of the value found: the group console-dev gives the role dev.
  claims_to_roles:
    - claim: groups
      value: ^console-(dev|ops|auditor)$
      roles: [$1]
`,
  },
];
export default templates;
