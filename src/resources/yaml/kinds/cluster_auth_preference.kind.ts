import { code, words } from '../../../lib/sentence.ts';
import type { EditorKind } from './kind.ts';
import type { MessagePlace } from './errorLocation.ts';
import { dangerous, plain, reviewSettings, type Meaning } from './kindReview.ts';

const FROM_NEXT = 'from the next sign-in on';

const FACTORS: Readonly<Record<string, string>> = {
  otp: `Everyone signs in with an authenticator app ${FROM_NEXT}; whoever has none cannot sign in`,
  webauthn: `Everyone signs in with a hardware key or passkey ${FROM_NEXT}; whoever has none cannot sign in`,
  on: `Everyone signs in with a second factor ${FROM_NEXT}; whoever has none cannot sign in`,
  optional: `Who has a second factor is asked for it; who has none signs in with the password alone`,
};

/** Plain words of this dialect may be booleans: `on` and `off`. */
const factorOf = (value: unknown): string =>
  value === true ? 'on' : value === false ? 'off' : typeof value === 'string' && value !== '' ? value : 'otp';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  second_factor: (value) => {
    const factor = factorOf(value);
    if (factor === 'off') return dangerous(`Passwords alone are enough ${FROM_NEXT}: no second factor is asked for`);
    const text = FACTORS[factor];
    return text === undefined ? undefined : factor === 'optional' ? dangerous(text) : plain(text);
  },
  allow_local_auth: (value) =>
    value === false
      ? dangerous('Passwords and passkeys of this cluster let nobody in any more: only identity providers do')
      : plain('Passwords and passkeys of this cluster let people in'),
  allow_passwordless: (value) =>
    value === false ? plain('A passkey alone is not enough any more') : plain('A passkey alone is enough to sign in'),
  allow_headless: (value) =>
    value === false
      ? plain('Command lines without a browser cannot ask for approval any more')
      : plain('Command lines without a browser may ask for approval in the console'),
  type: () => undefined,
  connector_name: (value) =>
    plain(
      typeof value === 'string' && value !== ''
        ? words`The sign-in page offers ${code(value)} first`
        : 'The sign-in page offers its usual way first',
    ),
  require_session_mfa: (value) =>
    value === true
      ? plain('A second factor is asked for before each session, whatever the roles say')
      : dangerous('Sessions begin without a second factor, except where a role asks for it'),
  disconnect_expired_cert: (value) =>
    value === true ? plain('Terminals end with the sign-in that opened them') : plain('Terminals outlive the sign-in'),
  message_of_the_day: (value) =>
    typeof value === 'string' && value !== ''
      ? plain('Everyone reads and acknowledges the message before signing in')
      : plain('No message stands before the sign-in any more'),
};

const REFUSALS: readonly MessagePlace[] = [
  [
    /^missing required Webauthn configuration for (passwordless|headless)=true$/,
    ([what = '']) => ['spec', `allow_${what}`],
  ],
];

const kind: EditorKind = {
  // The gateway takes the domain from its own address.
  filledIn: ['spec.webauthn', 'spec.u2f'],
  refusals: REFUSALS,
  review: (before, after) => reviewSettings(MEANINGS, before, after),
  takesEffect: 'At once; whoever is signed in stays so.',
};
export default kind;
