// The gateway as an OpenID Connect provider for cloud accounts, and the rate limit of its documents (http-resources
// §14.2).
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../support/ApiClient.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';

const DISCOVERY = '/.well-known/openid-configuration';
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ config: 'auth: { second_factor: "off" }' });
});
afterAll(() => gateway.stop());

const ask = (path: string) => new ApiClient(gateway.base).send({ method: 'GET', path });

test('the discovery document has the public address as issuer, and links to the keys', async () => {
  const { status, headers, json } = await ask(DISCOVERY);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json');
  expect(headers['cache-control']).toContain('no-store');
  expect(json).toEqual({
    issuer: gateway.base,
    jwks_uri: `${gateway.base}/.well-known/jwks-oidc`,
    claims: ['iss', 'sub', 'obo', 'aud', 'jti', 'iat', 'exp', 'nbf'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['id_token'],
    scopes_supported: ['openid'],
    subject_types_supported: ['public', 'pair-wise'],
  });
});

test('the key document has only public keys, which differ from those of application tokens', async () => {
  const { json } = await ask('/.well-known/jwks-oidc');
  const { keys } = json as JSONWebKeySet;
  expect(keys).toHaveLength(1);
  expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  const key = await createLocalJWKSet({ keys })({ alg: 'RS256', kid: keys[0]?.kid ?? '' });
  expect(key.algorithm).toMatchObject({ modulusLength: 2048 });
  const apps = (await ask('/.well-known/jwks.json')).json as JSONWebKeySet;
  expect(apps.keys[0]?.['n']).not.toBe(keys[0]?.['n']);
  expect((await ask('/.well-known/jwks-oidc')).json).toEqual({ keys });
});

test('an IP address that sends too many requests gets 429', async () => {
  const client = new ApiClient(gateway.base); // each client has its own IP address
  const statuses: number[] = [];
  for (let i = 0; i < 60; i += 1) statuses.push((await client.send({ method: 'GET', path: DISCOVERY })).status);
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(429);
  expect((await client.send({ method: 'GET', path: '/.well-known/jwks-oidc' })).status).toBe(429);
});
