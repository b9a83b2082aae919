import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SIGNED_JSON, stubKeys } from '../../../tests/support/keyCeremony.ts';
import type { HeadlessJson } from '../../wire/headless.ts';
import { HeadlessPage } from './HeadlessPage.tsx';

const PATH = '/v1/webapi/headless/h1';
type Call = { method: string; path: string; body?: unknown };
type Reply = { status?: number; json: unknown };

let calls: Call[];
let replies: Record<string, () => Reply | Promise<Reply>>;

const request = (parts: Partial<HeadlessJson> = {}): HeadlessJson => ({
  header: {
    kind: 'headless_authentication',
    version: 'v1',
    metadata: { name: 'h1', expires: new Date(Date.now() + 150_000).toISOString() },
  },
  user: 'alice',
  public_key: 'c3No',
  state: 1,
  client_ip_address: '192.0.2.7:50514',
  ...parts,
});
const refusal = (status: number, message: string): Reply => ({ status, json: { error: { message } } });

beforeEach(() => {
  calls = [];
  replies = {
    [`GET ${PATH}`]: () => ({ json: request() }),
    [`PUT ${PATH}`]: () => ({ json: { message: 'ok' } }),
    'POST /v1/webapi/mfa/authenticatechallenge': () => ({
      json: {
        webauthn_challenge: { publicKey: { challenge: 'AAAA', timeout: 300_000, rpId: 'localhost' } },
        totp_challenge: false,
      },
    }),
  };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    calls.push({ method, path, ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }) });
    const { status = 200, json } = (await replies[`${method} ${path}`]?.()) ?? refusal(404, 'not found');
    return Response.json(json, { status });
  });
});
afterEach(() => void vi.unstubAllGlobals());

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <HeadlessPage requestId="h1" username="alice" />
    </QueryClientProvider>,
  );
}
const heading = (name: string) => screen.findByRole('heading', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const puts = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('reports missing WebAuthn with the specified text and sends no request', async () => {
  open();
  await heading('This browser cannot approve');
  expect(screen.getByRole('alert').textContent).toContain(
    'this browser does not support Webauthn required for hardware tokens, please try the latest version of Chrome, Firefox or Safari',
  );
  expect(calls).toEqual([]);
});

describe('with a key', () => {
  let keys: ReturnType<typeof stubKeys>;
  beforeEach(() => {
    keys = stubKeys();
  });

  test('the card shows address, user, request id and remaining time', async () => {
    open();
    await heading('Approve this sign-in?');
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toEqual(['192.0.2.7:50514', 'alice', 'h1', expect.stringMatching(/^2 m (29|30) s$/)]);
  });

  test('an approval has the signature of the key, and the key timeout ends with the request', async () => {
    open();
    await press('Approve with hardware key');
    await heading('Sign-in approved');
    expect(puts()).toEqual([{ action: 'accept', webauthnAssertionResponse: SIGNED_JSON }]);
    expect(keys.get.mock.calls[0]?.[0].publicKey?.timeout).toBeLessThanOrEqual(150_000);
    expect(calls.find(({ path }) => path.endsWith('challenge'))?.body).toEqual({ challenge_scope: 3 });
  });

  test('a double click sends one approval', async () => {
    open();
    await heading('Approve this sign-in?');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Approve with hardware key' }));
    await heading('Sign-in approved');
    expect(keys.get).toHaveBeenCalledTimes(1);
    expect(puts()).toHaveLength(1);
  });

  test('a rejection does not require a key', async () => {
    open();
    await press('Reject');
    await heading('Sign-in rejected');
    expect(puts()).toEqual([{ action: 'denied' }]);
    expect(keys.get).not.toHaveBeenCalled();
  });

  test('a key without an answer leaves the request open and allows a retry', async () => {
    keys.get.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    open();
    await press('Approve with hardware key');
    await screen.findByText('The key was not used.');
    expect(puts()).toEqual([]);
    await press('Approve with hardware key');
    await heading('Sign-in approved');
  });

  test('a rejected key leaves the request open', async () => {
    replies[`PUT ${PATH}`] = () => refusal(403, 'invalid Webauthn response');
    open();
    await press('Approve with hardware key');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The key was refused. The server answered 403: “invalid Webauthn response”',
    );
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
  });

  test('an unreachable server leaves the request open', async () => {
    replies[`PUT ${PATH}`] = () => Promise.reject(new TypeError('offline'));
    open();
    await press('Reject');
    expect((await screen.findByRole('alert')).textContent).toContain('It is unknown whether the request was answered.');
    expect(screen.getByRole('button', { name: 'Approve with hardware key' })).toBeTruthy();
  });

  test.each([
    [502, 'It is unknown whether the request was answered.'],
    [504, 'It is unknown whether the request was answered.'],
    [429, 'The request is not answered yet.'],
  ])('status %i leaves the request open', async (status, title) => {
    replies[`PUT ${PATH}`] = () => refusal(status, 'later');
    open();
    await press('Approve with hardware key');
    expect((await screen.findByRole('alert')).textContent).toContain(title);
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
  });

  test.each([429, 500, 504])('a request that fails to load with status %i can be loaded again', async (status) => {
    replies[`GET ${PATH}`] = () => refusal(status, 'later');
    open();
    await heading('Could not load the request');
    replies[`GET ${PATH}`] = () => ({ json: request() });
    await press('Try again');
    await heading('Approve this sign-in?');
  });

  test.each([
    [3, 'the request has been approved already', 'Sign-in approved'],
    [2, 'the request has been denied already', 'Sign-in rejected'],
  ] as const)('shows the decision from another tab (state %i)', async (state, words, title) => {
    replies[`PUT ${PATH}`] = () => {
      replies[`GET ${PATH}`] = () => ({ json: request({ state }) });
      return refusal(500, words);
    };
    open();
    await press('Reject');
    await heading(title);
    expect(document.body.textContent).not.toContain('Nothing was approved');
  });

  test('other errors end the request and show what to do', async () => {
    replies[`PUT ${PATH}`] = () => refusal(500, 'the request has expired');
    open();
    await press('Reject');
    await heading('There is nothing to approve');
    expect(screen.getByRole('alert').textContent).toContain('Start again in the terminal');
    expect(screen.queryByRole('button', { name: /Approve|Reject/ })).toBeNull();
  });

  test('reports an unknown request or a request of another user', async () => {
    replies[`GET ${PATH}`] = () => refusal(400, 'requested invalid headless session');
    open();
    await heading('There is nothing to approve');
    expect(document.body.textContent).toContain('or be meant for a user other than alice');
  });

  test.each([
    [2, 'Sign-in rejected'],
    [3, 'Sign-in approved'],
  ] as const)('a request in state %i shows its decision', async (state, title) => {
    replies[`GET ${PATH}`] = () => ({ json: request({ state }) });
    open();
    await heading(title);
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
  });

  test('waits until the command line sends its request', async () => {
    let come: (reply: Reply) => void = () => undefined;
    replies[`GET ${PATH}`] = () => new Promise((resolve) => (come = resolve));
    open();
    await heading('Waiting for the command line');
    come({ json: request() });
    await heading('Approve this sign-in?');
  });
});
