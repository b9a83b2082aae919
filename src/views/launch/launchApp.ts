// The steps from the address of an application to its page.
import {
  appOrigin,
  createAppSession,
  exchangeValues,
  isAppKeyRequired,
  reachApp,
  submitValues,
  type AppAddress,
} from '../../api/launch.ts';
import { isApiError } from '../../api/errors.ts';
import type { AssertionJson } from '../../wire/webauthn.ts';
import { pathAt } from '../../wire/appPath.ts';

export type Launch = AppAddress & {
  /** The path in the application. */
  path: string;
  /** The server accepts the values in a form. */
  byForm: boolean;
};

/** The application redirects the browser back repeatedly: it does not receive the cookies. */
export class CookiesLost extends Error {
  override name = 'CookiesLost';
}

const AGAIN_WITHIN_MS = 15_000;
const AGAIN_MAX = 3;

/** The application requires a hardware key for each session. */
export class KeyRequired extends Error {
  override name = 'KeyRequired';
}

/** Leaves the page. Rejects if the application cannot be opened. `key`: the answer to `KeyRequired`. */
export async function launchApp(
  { path, byForm, ...address }: Launch,
  signal: AbortSignal,
  key?: AssertionJson,
): Promise<void> {
  const origin = appOrigin(address.fqdn, location, byForm);
  noteLaunch(origin);
  const values = await createAppSession(address, signal, key).catch(async (error: unknown) => {
    const mayNeedKey = byForm && key === undefined && isApiError(error, 403);
    throw mayNeedKey && (await isAppKeyRequired(address, signal)) ? new KeyRequired() : error;
  });
  if (byForm) {
    await reachApp(origin, signal);
    submitValues(origin, values, path);
  } else {
    await exchangeValues(origin, values, signal);
    location.replace(origin + pathAt(origin, path));
  }
}

/** Counts launches in this tab. Throws if there were too many in a short time. */
function noteLaunch(origin: string): void {
  const key = `launched ${origin}`;
  const times = (sessionStorage.getItem(key) ?? '').split(' ').map(Number);
  const recent = times.filter((time) => Date.now() - time < AGAIN_WITHIN_MS);
  if (recent.length >= AGAIN_MAX) {
    sessionStorage.removeItem(key);
    throw new CookiesLost();
  }
  sessionStorage.setItem(key, [...recent, Date.now()].join(' '));
}
