import { HEADLESS_TTL_MS } from '../wire/constants.ts';
import { HEADLESS_STATES, type HeadlessJson } from '../wire/headless.ts';
import type { AssertionJson } from '../wire/webauthn.ts';
import { call } from './client.ts';
import { apiUrl } from './urls.ts';

/** A command line that requests a sign-in. */
export type HeadlessRequest = {
  id: string;
  user: string;
  /** `host:port` as the server sees it. */
  address: string;
  state: keyof typeof HEADLESS_STATES;
  /** When it expires, by this computer's clock. */
  endsAtMs: number;
};

export function toHeadlessRequest(json: HeadlessJson, nowMs: number): HeadlessRequest {
  const { name, expires } = json.header.metadata;
  const leftMs = Date.parse(expires) - nowMs;
  // A clock far from the server's cannot give the remaining time. The server decides in any case.
  const isPlausible = leftMs > 0 && leftMs <= HEADLESS_TTL_MS;
  return {
    id: name,
    user: json.user,
    address: json.client_ip_address,
    state:
      json.state === HEADLESS_STATES.approved
        ? 'approved'
        : json.state === HEADLESS_STATES.denied
          ? 'denied'
          : 'pending',
    endsAtMs: nowMs + (isPlausible ? leftMs : HEADLESS_TTL_MS),
  };
}

/**
 * The request with this id, if it belongs to the caller. The server waits up to 30 s for a command line that has not
 * asked yet (http-auth §9.1).
 */
export async function fetchHeadlessRequest(id: string, signal?: AbortSignal): Promise<HeadlessRequest> {
  return toHeadlessRequest((await call(apiUrl('headless/:id', { id }), { signal })) as HeadlessJson, Date.now());
}

/** Signs the command line in. Requires a hardware key. */
export async function approveHeadless(id: string, webauthnAssertionResponse: AssertionJson): Promise<void> {
  await call(apiUrl('headless/:id', { id }), { method: 'PUT', body: { action: 'accept', webauthnAssertionResponse } });
}

export async function rejectHeadless(id: string): Promise<void> {
  await call(apiUrl('headless/:id', { id }), { method: 'PUT', body: { action: 'denied' } });
}
