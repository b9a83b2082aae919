// An account with an authenticator, keys and a passkey. It gives the recorded requests about second factors the values
// for their placeholders. The test controls the clock, so that it does not wait for codes.
import type { AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import type { SecondFactor } from '../../src/wire/config.ts';
import type {
  AuthnChallengeJson,
  CreationOptionsJson,
  DeviceUsage,
  RegisterChallengeJson,
} from '../../src/wire/webauthn.ts';
import type { FileConfig } from '../../gateway/config/fileConfig.ts';
import { parseYaml } from '../../src/wire/yaml.ts';
import type { Answer, ApiClient } from './ApiClient.ts';
import { startInProcess, type InProcess } from './appInProcess.ts';
import { PASSWORD, RECORDED_CONFIG, type Started } from './replay.ts';
import { SoftKey } from './SoftKey.ts';

const ORIGIN = 'http://localhost:3080';
const PERIOD_MS = 30_000;

export class FactorScene {
  readonly key = new SoftKey(ORIGIN);
  readonly passkey = new SoftKey(ORIGIN);
  /** Base32 secret of the current authenticator app. */
  secret = '';
  #gateway: InProcess | undefined;

  /** The configuration of the recorded cluster with another second factor. */
  async start(secondFactor: SecondFactor, clusterName = 'example.test'): Promise<Started> {
    const parsed = parseYaml(RECORDED_CONFIG);
    if (!parsed.ok) throw new Error('the configuration is no YAML');
    const auth = { second_factor: secondFactor };
    this.#gateway = await startInProcess({ ...(parsed.value as FileConfig), cluster_name: clusterName, auth });
    const gateway = this.#gateway;
    const { app } = gateway;
    const { port } = app.server.server.address() as AddressInfo;
    return { base: `http://localhost:${port}`, invite: app.inviteLink, stop: async () => (await gateway.stop(), 0) };
  }

  get #app() {
    if (!this.#gateway) throw new Error('not started');
    return this.#gateway;
  }

  /** An unused code. Advances the clock. */
  code(secret = this.secret): string {
    this.#app.pass(PERIOD_MS);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: this.#app.nowMs() });
  }

  /** The secret of the authenticator that a token sets up, which a user would scan. */
  secretOf(token: string): string {
    return this.#app.app.gateway.stores.userTokens.find(token)?.totpSecret ?? '';
  }

  /** Starts the setup of an authenticator with the token and returns its secret. */
  async newSecret(browser: ApiClient, token: string): Promise<string> {
    await this.register(browser, token, { deviceType: 'totp' });
    return this.secretOf(token);
  }

  register(browser: ApiClient, token: string, body: object): Promise<Answer> {
    return browser.call('POST', `mfa/token/${token}/registerchallenge`, body);
  }

  async creationOptions(browser: ApiClient, token: string, usage: DeviceUsage = 'mfa'): Promise<CreationOptionsJson> {
    const answer = await this.register(browser, token, { deviceType: 'webauthn', deviceUsage: usage });
    const options = (answer.json as RegisterChallengeJson).webauthn?.publicKey;
    if (!options) throw new Error(`no registration challenge: ${answer.text}`);
    return options;
  }

  /** The proof of a signed-in user's second factor, in the form that most calls use. */
  async proof(browser: ApiClient): Promise<object> {
    const { json } = await browser.call('POST', 'mfa/authenticatechallenge');
    const { webauthn_challenge, totp_challenge } = json as AuthnChallengeJson;
    if (webauthn_challenge) return { webauthnAssertionResponse: this.key.get(webauthn_challenge.publicKey) };
    return totp_challenge ? { secondFactorToken: this.code() } : {};
  }

  async privilege(browser: ApiClient): Promise<string> {
    const answer = await browser.call('POST', 'users/privilege/token', await this.proof(browser));
    if (typeof answer.json !== 'string') throw new Error(`no privilege token: ${answer.text}`);
    return answer.json;
  }

  /** The challenge that follows a password. */
  async loginOptions(browser: ApiClient, user: string) {
    const answer = await this.begin(browser, { passwordless: false, user, pass: PASSWORD });
    if (!answer.webauthn_challenge) throw new Error('no challenge');
    return answer.webauthn_challenge.publicKey;
  }

  async passkeyOptions(browser: ApiClient) {
    const answer = await this.begin(browser, { passwordless: true });
    if (!answer.webauthn_challenge) throw new Error('no challenge');
    return answer.webauthn_challenge.publicKey;
  }

  async begin(browser: ApiClient, body: object): Promise<AuthnChallengeJson> {
    const { json } = await browser.call('POST', 'mfa/login/begin', body);
    return json as AuthnChallengeJson;
  }

  newKey(origin = ORIGIN): SoftKey {
    return new SoftKey(origin);
  }
}
