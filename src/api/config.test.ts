import { expect, test } from 'vitest';
import { toConfig } from './config.ts';

test('uses defaults for all settings when the script did not load', () => {
  expect(toConfig()).toMatchObject({
    auth: {
      secondFactor: 'off',
      providers: [],
      localAuthEnabled: true,
      allowPasswordless: false,
      authType: 'local',
      localConnectorName: '',
      privateKeyPolicy: 'none',
      motd: '',
    },
    proxyCluster: 'localhost',
    scrollbackLines: 1000,
    isEnterprise: false,
    extensions: [],
  });
});

test('reads the settings of the cluster', () => {
  const config = toConfig({
    auth: { second_factor: 'otp', localAuthEnabled: false, authType: 'github', motd: 'Freeze' },
    proxyCluster: 'east.example.test',
    ui: { scrollbackLines: 5000 },
    postern: { features: { documents: true } },
  });
  expect(config.auth).toMatchObject({
    secondFactor: 'otp',
    localAuthEnabled: false,
    authType: 'github',
    motd: 'Freeze',
  });
  expect(config).toMatchObject({ proxyCluster: 'east.example.test', scrollbackLines: 5000, extensions: ['documents'] });
});

test('reads an unknown second factor as optional, and null settings as absent', () => {
  const auth = JSON.parse('{"second_factor":"sso"}') as object;
  expect(toConfig({ auth }).auth.secondFactor).toBe('optional');
  expect(toConfig(JSON.parse('{"auth":null,"ui":null}') as object)).toEqual(toConfig());
});
