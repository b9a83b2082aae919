import { call } from './client.ts';
import { apiUrl } from './urls.ts';

/** Asks for a sign of life; `reachability` knows the answer afterwards (http-auth §6.4). Never rejects. */
export async function ping(): Promise<void> {
  await call(apiUrl('ping')).catch(() => undefined);
}
