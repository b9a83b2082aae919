// A section of the account page with a stub server.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ToastHost } from '../../src/ui/ToastHost.tsx';
import type { DeviceJson } from '../../src/wire/webauthn.ts';
import { Refusal, stubServer, type Answer, type Call } from './stubServer.ts';

export const device = (name: string, more: Partial<DeviceJson> = {}): DeviceJson => ({
  id: `id-${name}`,
  name,
  type: 'TOTP',
  addedAt: '2026-03-02T10:00:00Z',
  lastUsed: '2026-03-02T10:00:00Z',
  residentKey: false,
  ...more,
});

export const CHALLENGE = { publicKey: { challenge: 'AAAA', timeout: 60_000, rpId: 'localhost', allowCredentials: [] } };
export const CREATION = {
  publicKey: {
    challenge: 'AAAA',
    rp: { name: 'localhost', id: 'localhost' },
    user: { name: 'mara', id: 'AAAA' },
    pubKeyCredParams: [],
    authenticatorSelection: { requireResidentKey: false, userVerification: 'discouraged' },
    timeout: 60_000,
    attestation: 'none',
  },
};

/** The answers of a cluster for a user who manages devices. Calls may change `own`. */
export function deviceServer(own: DeviceJson[], overrides: Record<string, Answer> = {}): Call[] {
  const answers: Record<string, Answer> = {
    'GET mfa/devices': () => [...own],
    'POST mfa/authenticatechallenge': () => ({ webauthn_challenge: CHALLENGE, totp_challenge: true }),
    'POST users/privilege/token': () => 'token-1',
    'POST mfa/token/token-1/registerchallenge': ({ body }) =>
      (body as { deviceType: string }).deviceType === 'totp'
        ? { webauthn: null, totp: { qrCode: 'cXI=' } }
        : { webauthn: CREATION, totp: null },
    'POST mfa/devices': ({ body }) => {
      const { deviceName } = body as { deviceName: string };
      own.push(device(deviceName));
      return { message: 'ok' };
    },
    ...overrides,
  };
  return stubServer((call) => {
    const answer = answers[`${call.method} ${call.path}`];
    if (answer) return answer(call);
    const gone = /^mfa\/token\/token-1\/devices\/(.+)$/.exec(call.path)?.[1];
    if (call.method !== 'DELETE' || gone === undefined) return new Refusal(404, `nobody serves ${call.path}`);
    own.splice(
      own.findIndex(({ id }) => id === gone),
      1,
    );
    return { message: 'ok' };
  });
}

/** Renders the section behind another page of the console. The returned router can leave it. */
export function renderSection(section: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path: '/before', element: <p>Page before</p> },
      {
        path: '/account',
        element: (
          <>
            {section}
            <ToastHost />
          </>
        ),
      },
    ],
    { initialEntries: ['/before', '/account'] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

export const sentTo = (calls: readonly Call[], method: string, path: string): unknown[] =>
  calls.flatMap((call) => (call.method === method && call.path === path ? [call.body] : []));
