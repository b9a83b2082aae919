// The console of a 13.1 cluster merges `/web/config.js` into its own defaults when it starts. It must also start in
// front of our gateway, so the settings must not break that merge (http-auth §2.2).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toConfig } from '../../src/api/config.ts';
import { CONFIG_PREFIX, DOCUMENTS, RECOVERY } from '../../src/wire/config.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

type Settings = { [key: string]: unknown };

const CONNECTOR = `kind: oidc
version: v3
metadata: { name: corp }
spec:
  issuer_url: https://login.example.com
  client_id: abc
  client_secret: hush-hush-hush
  redirect_url: https://c.example/v1/webapi/oidc/callback
  claims_to_roles: [{ claim: groups, value: ops, roles: [access] }]
`;

/** The defaults in http-auth §2.2. */
const defaults = (): Settings => ({
  auth: {
    second_factor: 'off',
    providers: [],
    localAuthEnabled: true,
    allowPasswordless: false,
    authType: 'local',
    preferredLocalMfa: '',
    localConnectorName: '',
    privateKeyPolicy: 'none',
    motd: '',
  },
  canJoinSessions: false,
  proxyCluster: 'localhost',
  isCloud: false,
  isEnterprise: false,
  isDashboard: false,
  isUsageBasedBilling: false,
  tunnelPublicAddress: '',
  recoveryCodesEnabled: false,
  automaticUpgrades: false,
  assistEnabled: false,
  ui: { scrollbackLines: 1000 },
});

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges in place: creates missing objects, and fills existing lists item by item. */
function merge(target: Settings, source: Settings): Settings {
  for (const [key, value] of Object.entries(source)) {
    if (Array.isArray(value)) value.forEach((item, i) => ((target[key] as unknown[])[i] = item));
    else if (isSettings(value)) merge((target[key] ??= {}) as Settings, value);
    else target[key] = value;
  }
  return target;
}

describe('the settings of a page', () => {
  let gateway: InProcess;
  let sent: Settings;

  beforeAll(async () => {
    gateway = await startInProcess({ auth: { second_factor: 'optional', recovery_codes: true } });
    const admin = await gateway.admin();
    expect((await admin.call('POST', 'postern/connectors', { content: CONNECTOR })).status).toBe(200);
    const script = (await gateway.client().openPage('/web/config.js')).text;
    expect(script.startsWith(CONFIG_PREFIX)).toBe(true);
    sent = JSON.parse(script.slice(CONFIG_PREFIX.length, -1)) as Settings;
  });
  afterAll(() => gateway.stop());

  test('the merge refuses a list under an unknown key, as the 13.1 console does', () => {
    expect(() => merge(defaults(), { postern: { features: ['history'] } })).toThrow(
      'Cannot set properties of undefined',
    );
  });

  test('can be merged into the defaults of the 13.1 console', () => {
    const merged = merge(defaults(), sent);
    expect(merged).toMatchObject({
      ...sent,
      auth: { ...(sent['auth'] as Settings), providers: [{ name: 'corp', type: 'oidc' }] },
      isCloud: false,
      ui: { scrollbackLines: 1000 },
    });
  });

  test('contain no list except the identity providers', () => {
    expect(listsIn(sent)).toEqual(['auth.providers']);
  });

  test('announce the same extensions to our console before and after the merge', () => {
    const { extensions } = toConfig(sent);
    expect(extensions).toContain(DOCUMENTS);
    expect(extensions).toContain(RECOVERY);
    expect(toConfig(merge(defaults(), sent)).extensions).toEqual(extensions);
  });
});

function listsIn(settings: Settings, path: readonly string[] = []): string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const here = [...path, key];
    if (Array.isArray(value)) return [here.join('.')];
    return isSettings(value) ? listsIn(value, here) : [];
  });
}
