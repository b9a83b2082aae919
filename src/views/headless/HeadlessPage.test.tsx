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

test('a browser without WebAuthn asks nothing and says so in the words of the specification', async () => {
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

  test('the question names who asks, whom it would be and how long it waits', async () => {
    open();
    await heading('Approve this sign-in?');
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toEqual(['192.0.2.7:50514', 'alice', 'h1', expect.stringMatching(/^2 m (29|30) s$/)]);
  });

  test('an approval carries what the key has signed, and no question outlasts the request', async () => {
    open();
    await press('Approve with hardware key');
    await heading('Sign-in approved');
    expect(puts()).toEqual([{ action: 'accept', webauthnAssertionResponse: SIGNED_JSON }]);
    expect(keys.get.mock.calls[0]?.[0].publicKey?.timeout).toBeLessThanOrEqual(150_000);
  });

  test('two clicks are one approval', async () => {
    open();
    await heading('Approve this sign-in?');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Approve with hardware key' }));
    await heading('Sign-in approved');
    expect(keys.get).toHaveBeenCalledTimes(1);
    expect(puts()).toHaveLength(1);
  });

  test('a rejection needs no key', async () => {
    open();
    await press('Reject');
    await heading('Sign-in rejected');
    expect(puts()).toEqual([{ action: 'denied' }]);
    expect(keys.get).not.toHaveBeenCalled();
  });

  test('a key that did not answer changes nothing, and may be tried again', async () => {
    keys.get.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    open();
    await press('Approve with hardware key');
    await screen.findByText('The key was not used.');
    expect(puts()).toEqual([]);
    await press('Approve with hardware key');
    await heading('Sign-in approved');
  });

  test('a key that the server turns down leaves the request open', async () => {
    replies[`PUT ${PATH}`] = () => refusal(403, 'invalid Webauthn response');
    open();
    await press('Approve with hardware key');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The key was refused. The server answered 403: “invalid Webauthn response”',
    );
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
  });

  test('a server that cannot be reached leaves the request open', async () => {
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

  test.each([429, 500, 504])('a request that could not be read, with status %i, is read again', async (status) => {
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
  ] as const)('an answer from another tab (state %i) is shown as what it was', async (state, words, title) => {
    replies[`PUT ${PATH}`] = () => {
      replies[`GET ${PATH}`] = () => ({ json: request({ state }) });
      return refusal(500, words);
    };
    open();
    await press('Reject');
    await heading(title);
    expect(document.body.textContent).not.toContain('Nothing was approved');
  });

  test('any other refusal is the end: what to do, and no buttons to answer with', async () => {
    replies[`PUT ${PATH}`] = () => refusal(500, 'the request has expired');
    open();
    await press('Reject');
    await heading('There is nothing to approve');
    expect(screen.getByRole('alert').textContent).toContain('Start again in the terminal');
    expect(screen.queryByRole('button', { name: /Approve|Reject/ })).toBeNull();
  });

  test('a request that nobody has made, or somebody else', async () => {
    replies[`GET ${PATH}`] = () => refusal(400, 'requested invalid headless session');
    open();
    await heading('There is nothing to approve');
    expect(document.body.textContent).toContain('or be meant for a user other than alice');
  });

  test.each([
    [2, 'Sign-in rejected'],
    [3, 'Sign-in approved'],
  ] as const)('a request that is in state %i shows what was answered', async (state, title) => {
    replies[`GET ${PATH}`] = () => ({ json: request({ state }) });
    open();
    await heading(title);
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
  });

  test('the card waits until the command line has asked', async () => {
    let come: (reply: Reply) => void = () => undefined;
    replies[`GET ${PATH}`] = () => new Promise((resolve) => (come = resolve));
    open();
    await heading('Waiting for the command line');
    come({ json: request() });
    await heading('Approve this sign-in?');
  });
});
