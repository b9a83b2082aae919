import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SIGNED, SIGNED_JSON, stubKeys } from '../../../tests/support/keyCeremony.ts';
import { appOrigin } from '../../api/launch.ts';
import { LaunchPage } from './LaunchPage.tsx';

const SESSION = '/v1/webapi/sessions/app';
const AUTH = 'http://grafana.example.test/x-teleport-auth';
const VALUES = { cookie_value: 'c', subject_cookie_value: 's', fqdn: 'grafana.example.test' };

type Reply = { status: number; json?: object };
let session: Reply;
let keyRequired: boolean;
let bodies: unknown[];
let exchange: Reply | 'lost';
let calls: string[];
let sent: HTMLFormElement[];

beforeEach(() => {
  [session, exchange, calls, sent] = [{ status: 200, json: VALUES }, { status: 200 }, [], []];
  [keyRequired, bodies] = [false, []];
  sessionStorage.clear();
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit) => {
    calls.push(`${method} ${path}`);
    if (typeof body === 'string') bodies.push(JSON.parse(body));
    if (path.endsWith('/mfa/required')) return Promise.resolve(Response.json({ required: keyRequired }));
    if (path.endsWith('/authenticatechallenge'))
      return Promise.resolve(Response.json({ webauthn_challenge: { publicKey: { challenge: 'q83v' } } }));
    const { status, json } = path === SESSION ? session : exchange === 'lost' ? { status: 0 } : exchange;
    if (status === 0) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(Response.json(json ?? {}, { status }));
  });
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    sent.push(this);
  });
});
afterEach(() => void vi.unstubAllGlobals());

function open({ byForm = true, path = '/', fqdn = 'grafana.example.test' } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <LaunchPage launch={{ fqdn, path, byForm }} listUrl="/web/list" />
    </QueryClientProvider>,
  );
}
const heading = (name: string) => screen.findByRole('heading', { name });
const refusal = (status: number, message: string): Reply => ({ status, json: { error: { message } } });

test('sends the values in a form to the application’s host, not in the address', async () => {
  open({ path: '/d/1?orgId=2' });
  await heading('Opening grafana.example.test');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const [form] = sent;
  expect([form?.method, form?.action]).toEqual(['post', AUTH]);
  expect([...new FormData(form)]).toEqual([
    ['cookie_value', 'c'],
    ['subject_cookie_value', 's'],
    ['path', '/d/1?orgId=2'],
  ]);
});

test('ignores a path on another host', async () => {
  open({ path: '//evil.test/x' });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(new FormData(sent[0]).get('path')).toBe('/');
});

test.each([
  [403, 'You may not open this application', 'Ask your administrator for a role'],
  [400, 'There is no such application', 'Select an application in the list'],
  [404, 'There is no such application', 'Select an application in the list'],
  [501, 'This application cannot be opened in a browser', 'Ask your administrator for another way to it'],
  [504, 'The application could not be opened', 'If the error remains'],
])('an error with status %i shows the reason and what to do', async (status, title, todo) => {
  session = refusal(status, 'the words of the server');
  open();
  await heading(title);
  expect(screen.getByText(/the words of the server/)).toBeTruthy();
  expect(screen.getByText(new RegExp(todo))).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a host without an answer shows a link to check its certificate and a retry', async () => {
  exchange = 'lost';
  open();
  await heading('The address cannot be reached');
  expect(screen.getByRole('link', { name: 'Open the address' }).getAttribute('href')).toBe(
    'http://grafana.example.test',
  );
  exchange = { status: 403 };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
});

test('reports an invalid host as unreachable', async () => {
  exchange = 'lost';
  open({ fqdn: 'no host' });
  await heading('The address cannot be reached');
  expect(screen.getByText('The browser gets no answer from no host.')).toBeTruthy();
});

test('on a cluster it sends the values in headers to a host below the console', async () => {
  exchange = { status: 403 };
  open({ byForm: false });
  await heading('The sign-in was refused');
  expect(calls).toContain('POST http://grafana.localhost/x-teleport-auth');
  expect(sent).toEqual([]);
});

test('stops an application that repeatedly redirects back', async () => {
  sessionStorage.setItem('launched http://grafana.example.test', Array<number>(3).fill(Date.now()).join(' '));
  open();
  await heading('The application does not get its cookies');
  expect(calls).toEqual([]);
});

test.each([
  ['grafana.localhost', 'localhost', '3080', false, 'https://grafana.localhost:3080'],
  ['grafana.proxy.test', 'console.test', '', false, 'https://grafana.console.test'],
  ['grafana.proxy.test', '10.0.0.1', '', false, 'https://grafana.proxy.test'],
  ['grafana.proxy.test', 'console.test', '', true, 'https://grafana.proxy.test'],
  ['grafana.localhost:8443', 'localhost', '3080', true, 'https://grafana.localhost:3080'],
  ['grafana.localhost:8443', 'localhost', '3080', false, 'https://grafana.localhost:3080'],
])('%s for a console at %s%s', (fqdn, hostname, port, own, origin) => {
  expect(appOrigin(fqdn, { protocol: 'https:', hostname, port }, own)).toBe(origin);
});

test('requests a key if the roles require it and sends its signature', async () => {
  session = refusal(403, 'your roles ask for a hardware key for each session');
  keyRequired = true;
  const keys = stubKeys();
  keys.get.mockRejectedValueOnce(new DOMException('not allowed', 'NotAllowedError')).mockResolvedValue(SIGNED);
  open();
  await heading('Confirm with your security key');
  expect(keys.get).not.toHaveBeenCalled();
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Open with key' }));
  await screen.findByText(/No key answered/);
  expect(sent).toHaveLength(0);

  session = { status: 200, json: VALUES };
  await person.click(screen.getByRole('button', { name: 'Open with key' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(bodies).toContainEqual({ challenge_scope: 6 });
  expect(bodies.at(-1)).toMatchObject({ mfa_response: { webauthn_response: SIGNED_JSON } });
});

test('an error that a key cannot resolve remains an error', async () => {
  session = refusal(403, 'your roles do not allow it');
  open();
  await heading('You may not open this application');
});
