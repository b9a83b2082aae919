// Sign-in settings of the cluster (resource-specs §15) and their effect in this gateway.
import type { SecondFactor } from '../../../src/wire/config.ts';
import { mfaRequirement } from '../../../src/access/roleShape.ts';
import { at, textAt } from '../../../src/lib/json.ts';
import { flag, maybeFlag, object, text } from '../../../src/wire/shape.ts';
import { withValueAt, type YamlPath } from '../../../src/wire/yaml.ts';
import type { AuthConfig, AuthKey, GatewayConfig } from '../../config/settings.ts';
import { allowsHeadless, allowsPasskeys } from '../../identity/secondFactor.ts';
import type { FixedPart } from '../documentKindOf.ts';

export const AUTH_SHAPE = object({
  spec: object({
    type: text,
    connector_name: text,
    allow_local_auth: maybeFlag,
    second_factor: text,
    allow_passwordless: maybeFlag,
    allow_headless: maybeFlag,
    require_session_mfa: mfaRequirement,
    disconnect_expired_cert: flag,
    message_of_the_day: text,
    locking_mode: text,
  }),
});

/** All other fields would have no effect in this gateway. */
export const AUTH_SERVED: ReadonlySet<string> = new Set([
  ...['type', 'connector_name', 'allow_local_auth', 'second_factor', 'webauthn.rp_id', 'allow_passwordless'],
  ...['allow_headless', 'require_session_mfa', 'disconnect_expired_cert', 'message_of_the_day', 'locking_mode'],
]);
/** Values of other fields that match the gateway's fixed behaviour. */
export const AUTH_HARMLESS = {
  'device_trust.mode': ['off'],
  'idp.saml.enabled': [true],
  default_session_ttl: ['12h0m0s', '12h'],
  signature_algorithm_suite: ['legacy'],
};

/** Converts the second factor to its word: a plain `on` is a boolean in this YAML dialect, and `u2f` an old name. */
export function readFactorWord(document: unknown): unknown {
  const word: unknown = at(document, 'spec', 'second_factor');
  const read = word === true ? 'on' : word === false ? 'off' : word === 'u2f' ? 'webauthn' : word;
  return read === word ? document : withValueAt(document, ['spec', 'second_factor'], read);
}

const FACTORS: readonly SecondFactor[] = ['off', 'otp', 'webauthn', 'on', 'optional'];
export const factorOf = (word: string): SecondFactor | undefined => FACTORS.find((factor) => factor === word);

/** The first choice of the login page, as in gateway.yaml. */
export const wayOf = (spec: { type: string; connector_name: string }): string =>
  spec.connector_name || (spec.type === 'local' ? 'local' : '');

export function withAuthPreference(config: GatewayConfig, document: unknown): GatewayConfig {
  const { spec } = AUTH_SHAPE.read(document);
  const { auth, authInFile, sessions } = config;
  const open = <T>(key: AuthKey, inFile: T, written: T | undefined): T =>
    authInFile.includes(key) ? inFile : (written ?? inFile);
  const factor = open('second_factor', auth.secondFactor, factorOf(spec.second_factor));
  return {
    ...config,
    auth: {
      ...auth,
      secondFactor: factor,
      passwordless: open('passwordless', auth.passwordless, spec.allow_passwordless),
      headless: spec.allow_headless ?? auth.headless,
      motd: open('motd', auth.motd, spec.message_of_the_day),
      local: open('local', auth.local, spec.allow_local_auth),
      connector: open('connector', auth.connector, wayOf(spec) || undefined),
    },
    sessions: {
      ...sessions,
      factorEach: spec.require_session_mfa !== 'off',
      endWithSignIn: spec.disconnect_expired_cert,
    },
  };
}

/** The effective settings as a document spec. */
export const toAuthSpec = ({ auth, sessions }: GatewayConfig, typeOf: (connector: string) => string) => ({
  type: typeOf(auth.connector),
  connector_name: auth.connector,
  allow_local_auth: auth.local,
  second_factor: auth.secondFactor,
  allow_passwordless: allowsPasskeys(auth),
  allow_headless: allowsHeadless(auth),
  require_session_mfa: sessions.factorEach,
  disconnect_expired_cert: sessions.endWithSignIn,
  message_of_the_day: auth.motd,
});

const FIXED: readonly (readonly [AuthKey, keyof AuthConfig, YamlPath])[] = [
  ['second_factor', 'secondFactor', ['spec', 'second_factor']],
  ['passwordless', 'passwordless', ['spec', 'allow_passwordless']],
  ['motd', 'motd', ['spec', 'message_of_the_day']],
  ['local', 'local', ['spec', 'allow_local_auth']],
  ['connector', 'connector', ['spec', 'connector_name']],
];

export const fixedAuth = ({ auth, authInFile }: GatewayConfig): FixedPart[] =>
  FIXED.filter(([key]) => authInFile.includes(key)).map(([key, field, path]) => ({
    path,
    value: auth[field],
    key: `auth.${key}`,
  }));

export const rpIdIn = (document: unknown): string => textAt(document, 'spec', 'webauthn', 'rp_id');
