import { ENTER_NOTE } from '../wire/secretNotes.ts';

/** Text of a new GitHub connector (screens §15.3). */
export const githubTemplate = (origin: string): string => `kind: github
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
  # Everybody in one of these teams may sign in, and gets its roles.
  teams_to_roles:
    - organization: ''
      team: ''
      roles: [access]
`;

/** Text of a new OpenID Connect connector. */
export const oidcTemplate = (origin: string): string => `kind: oidc
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
`;
