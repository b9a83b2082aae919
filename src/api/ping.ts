import { call } from './client.ts';
import { isApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

/** Asks for a sign of life; `reachability` knows the answer afterwards (http-auth §6.4). Never rejects. */
export async function ping(): Promise<void> {
  await call(apiUrl('ping')).catch(() => undefined);
}

/** The same for one who waits for it: any answer of the server counts. Rejects when it is aborted. */
export async function reach(signal: AbortSignal): Promise<boolean> {
  try {
    await call(apiUrl('ping'), { signal });
    return true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.status !== 0;
  }
}
