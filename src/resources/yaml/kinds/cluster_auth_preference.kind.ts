import { code, phrase } from '../../../lib/sentence.ts';
import type { EditorKind } from './kind.ts';
import { dangerous, plain, settingsKind, type Meaning } from './kindReview.ts';

const FROM_NEXT = 'from the next sign-in on';

const FACTORS: Readonly<Record<string, string>> = {
  otp: `Everyone signs in with an authenticator app ${FROM_NEXT}. Users without one cannot sign in`,
  webauthn: `Everyone signs in with a hardware key or passkey ${FROM_NEXT}. Users without one cannot sign in`,
  on: `Everyone signs in with a second factor ${FROM_NEXT}. Users without one cannot sign in`,
  optional: `Users with a second factor must use it. Users without one sign in with the password only`,
};

/** Unquoted `on` and `off` may be booleans in this dialect. */
const factorOf = (value: unknown): string =>
  value === true ? 'on' : value === false ? 'off' : typeof value === 'string' && value !== '' ? value : 'otp';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  second_factor: (value) => {
    const factor = factorOf(value);
    if (factor === 'off') return dangerous(`A password is enough ${FROM_NEXT}. No second factor is required`);
    const text = FACTORS[factor];
    return text === undefined ? undefined : factor === 'optional' ? dangerous(text) : plain(text);
  },
  allow_local_auth: (value) =>
    value === false
      ? dangerous(
          'Users can no longer sign in with passwords and passkeys of this cluster, only through identity providers',
        )
      : plain('Users can sign in with passwords and passkeys of this cluster'),
  allow_passwordless: (value) =>
    value === false
      ? plain('A passkey alone is no longer enough to sign in')
      : plain('A passkey alone is enough to sign in'),
  allow_headless: (value) =>
    value === false
      ? plain('Command lines without a browser can no longer ask for approval')
      : plain('Command lines without a browser may ask for approval in the console'),
  type: () => undefined,
  connector_name: (value) =>
    plain(
      typeof value === 'string' && value !== ''
        ? phrase`The sign-in page offers ${code(value)} first`
        : 'The sign-in page offers its default method first',
    ),
  require_session_mfa: (value) =>
    value === true
      ? plain('Each session requires a second factor, regardless of the roles')
      : dangerous('Sessions start without a second factor, unless a role requires it'),
  disconnect_expired_cert: (value) =>
    value === true
      ? plain('Terminals end when their sign-in ends')
      : plain('Terminals continue after their sign-in ends'),
  message_of_the_day: (value) =>
    typeof value === 'string' && value !== ''
      ? plain('All users must acknowledge the message before they sign in')
      : plain('The message before the sign-in is removed'),
};

const kind: EditorKind = {
  ...settingsKind(MEANINGS, 'At once. Signed-in users stay signed in.'),
  // The gateway derives the domain from its own address.
  filledIn: ['spec.webauthn', 'spec.u2f'],
};
export default kind;
