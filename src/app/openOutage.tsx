import type { ReactNode } from 'react';
import { call } from '../api/client.ts';
import { apiUrl } from '../api/urls.ts';
import { errorMessage } from '../lib/errorMessage.ts';
import { OutagePage } from '../views/message/OutagePage.tsx';

/**
 * Shown if the page was loaded while the cluster behind the console did not respond, or responded with a temporary
 * error. It has no user, but must not end the sessions of other tabs. `message`: the reason, in the gateway's words.
 */
export const openOutage = (message: string): ReactNode => (
  <OutagePage message={message} probe={fetchOutage} onReachable={() => location.reload()} />
);

/** The reason why the cluster still cannot be reached. Undefined if it responds (http-auth §6.4). */
async function fetchOutage(signal: AbortSignal): Promise<string | undefined> {
  try {
    await call(apiUrl('ping'), { signal });
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}
