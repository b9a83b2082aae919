import type { ReactNode } from 'react';
import { call } from '../api/client.ts';
import { apiUrl } from '../api/urls.ts';
import { errorMessage } from '../lib/errorMessage.ts';
import { OutagePage } from '../views/message/OutagePage.tsx';

/**
 * What a page shows that was loaded while the cluster behind the console did not answer, or answered what passes. It
 * names nobody, which is no reason to end the session of other tabs. `message`: why, in the gateway's words.
 */
export const openOutage = (message: string): ReactNode => (
  <OutagePage message={message} probe={fetchOutage} onReachable={() => location.reload()} />
);

/** Why the cluster still cannot be reached; undefined when it answers (http-auth §6.4). */
async function fetchOutage(signal: AbortSignal): Promise<string | undefined> {
  try {
    await call(apiUrl('ping'), { signal });
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}
