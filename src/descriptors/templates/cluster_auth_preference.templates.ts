import type { DocumentTemplates } from '../documentTypes.ts';

const settings = (spec: string) => (): string => `kind: cluster_auth_preference
version: v2
metadata:
  name: cluster-auth-preference
spec:
${spec}`;

const templates: DocumentTemplates = [
  {
    label: 'Authenticator app',
    text: 'A password and a code',
    content: settings(`  type: local
  second_factor: otp
  # Shown before the sign-in, and to be acknowledged.
  message_of_the_day: ''
`),
  },
  {
    label: 'Passkeys',
    text: 'Hardware keys and passkeys, also alone',
    content: (origin) =>
      settings(`  type: local
  # What the sign-in page offers first.
  connector_name: passwordless
  second_factor: webauthn
  webauthn:
    # The domain of the console. Never change it later: all keys would be void.
    rp_id: ${new URL(origin).hostname}
  allow_passwordless: true
`)(),
  },
  {
    label: 'Either',
    text: 'An authenticator app or a hardware key, whichever somebody has',
    content: (origin) =>
      settings(`  type: local
  # In quotes: without them it would be a boolean, which is read as the same.
  second_factor: 'on'
  webauthn:
    rp_id: ${new URL(origin).hostname}
`)(),
  },
  {
    label: 'Strict',
    text: 'A second factor for each session, and nothing goes on when a certificate ends',
    content: (origin) =>
      settings(`  type: local
  second_factor: webauthn
  webauthn:
    rp_id: ${new URL(origin).hostname}
  require_session_mfa: true
  disconnect_expired_cert: true
  # While locks cannot be looked up, all sessions end.
  locking_mode: strict
`)(),
  },
];
export default templates;
