// A hostile provider must not get the answers of another provider (mix-up, RFC 9700 §4.4).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { OIDC_CLIENT, startOidc, type OidcProvider } from '../support/oidcProvider.ts';
import { SsoBrowser } from '../support/ssoBrowser.ts';

const SHARED = 'http://localhost:3080/v1/webapi/oidc/callback';
const OWN = `${SHARED}/corp`;

let gateway: InProcess;
let honest: OidcProvider;
let hostile: Server;
let stolen: URLSearchParams[];
beforeEach(async () => {
  honest = await startOidc({ redirectUris: [SHARED, OWN] });
  stolen = [];
  hostile = createServer((request, response) => {
    if (request.url !== '/token') return void response.end(JSON.stringify(discovery(issuerOf(hostile))));
    void request.setEncoding('utf8').once('data', (body: string) => {
      stolen.push(new URLSearchParams(body));
      response.writeHead(400).end();
    });
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  gateway = await startInProcess();
});
afterEach(async () => {
  await gateway.stop();
  await honest.stop();
  hostile.close();
});

const issuerOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
});

const connector = (name: string, issuer: string, callback: string) => `kind: oidc
version: v3
metadata: { name: ${name} }
spec:
  issuer_url: ${issuer}
  client_id: ${OIDC_CLIENT.id}
  client_secret: ${OIDC_CLIENT.secret}
  redirect_url: ${callback}
  prompt: none
  claims_to_roles: [{ claim: email, value: '*', roles: [access] }]
`;

async function configure(callback: string): Promise<ApiClient> {
  const admin = await gateway.admin();
  for (const content of [connector('corp', honest.issuer, callback), connector('partner', issuerOf(hostile), SHARED)]) {
    const saved = await admin.call('POST', 'postern/connectors', { content });
    expect(saved.status, saved.text).toBe(200);
  }
  return admin;
}

const open = (name: string) => SsoBrowser.open(gateway.client(), 'oidc', name);

/**
 * The attacker starts a sign-in at the honest provider. The hostile one redirects a victim there with the proofs of
 * that sign-in and the victim's own state.
 */
async function answerOfVictim(): Promise<{ victim: SsoBrowser; attacker: SsoBrowser; answer: URL; state: string }> {
  const [victim, attacker] = [await open('partner'), await open('corp')];
  const forged = new URL(await attacker.begin());
  const state = forged.searchParams.get('state') ?? '';
  forged.searchParams.set('state', new URL(await victim.begin()).searchParams.get('state') ?? '');
  return { victim, attacker, state, answer: await honest.approve(forged.href, 'victim') };
}

test('the code of an answer with an issuer is sent to no other provider', async () => {
  await configure(SHARED);
  const { victim, answer } = await answerOfVictim();
  expect(answer.searchParams.get('iss')).toBe(honest.issuer);
  expect(await victim.comeBack(answer)).toMatchObject({ signedIn: false });
  expect(stolen).toEqual([]);
});

test('the code of an answer without an issuer is sent to no other provider if callback addresses differ', async () => {
  await configure(OWN);
  const { victim, attacker, answer, state } = await answerOfVictim();
  answer.searchParams.delete('iss');
  expect(await victim.comeBack(answer)).toMatchObject({ signedIn: false });
  expect(stolen).toEqual([]);
  // The code was issued for this callback address.
  answer.pathname = new URL(SHARED).pathname;
  answer.searchParams.set('state', state);
  expect(await attacker.comeBack(answer)).toMatchObject({ signedIn: false });
});

test('a sign-in succeeds at the callback address of its own connector', async () => {
  await configure(OWN);
  expect(await (await open('corp')).signIn(honest, 'ann')).toMatchObject({ signedIn: true, target: '/web' });
});

test('the notices at startup name connectors that share a callback address', async () => {
  const admin = await configure(SHARED);
  expect((await gateway.app.notices()).filter((text) => text.includes('callback'))).toEqual([
    expect.stringContaining('"corp" and "partner"') as string,
  ]);
  await admin.call('PUT', 'postern/connectors/oidc/corp', { content: connector('corp', honest.issuer, OWN) });
  expect((await gateway.app.notices()).filter((text) => text.includes('callback'))).toEqual([]);
});
