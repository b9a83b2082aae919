import type { QueryClient } from '@tanstack/react-query';
import { refused, written } from '../api/client.ts';
import { config } from '../api/config.ts';
import { knownUserContext, refreshUserContext, subscribeUserContext, userContext } from '../api/userContext.ts';
import { apiUrl } from '../api/urls.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import type { Clock } from '../lib/clock.ts';
import { Disposables, type Dispose } from '../lib/disposables.ts';
import { textAt } from '../lib/json.ts';
import { ACCESS_AT_ONCE } from '../wire/config.ts';
import { openForOtherUser } from './keepSession.ts';

/** No new request shortly after the last response, for example for a renewal or repeated refusals. */
const FRESH_MS = 10_000;

/** `users`, `roles`, and one of them by name, but not the links and tokens below them. */
const DECIDES_ACCESS = new RegExp(`^${apiUrl('')}(users|roles)(/[^/]+)?$`);

type Parts = { keeper: SessionKeeper; queryClient: QueryClient; clock: Clock };

/**
 * Detects changes of the user's permissions while the page is open: on renewals, after writes of users and roles in
 * this page, and when an allowed action is refused. It then re-reads lists. If another user has signed in from another
 * tab, it reloads the console: this page would show one user and act as the other.
 */
export function followAccess({ keeper, queryClient, clock }: Parts): Dispose {
  const undo = new Disposables();
  let askedAtMs = clock.now();
  let asking = false;
  let again = false;
  // One request at a time, and one more for all events in between: many users can be deleted at once, and an older
  // response must not arrive last.
  const ask = async (): Promise<void> => {
    again = asking;
    if (asking) return;
    asking = true;
    askedAtMs = clock.now();
    await refreshUserContext();
    asking = false;
    if (again) await ask();
  };
  const askUnlessFresh = () => {
    if (clock.now() - askedAtMs > FRESH_MS) void ask();
  };
  const onRefusal = () =>
    void keeper.probe().then((isOver) => {
      if (!isOver) askUnlessFresh();
    });
  const onWrite = ({ path, body }: { path: string; body: unknown }) => {
    if (!DECIDES_ACCESS.test(path)) return;
    const isOwnRecord = textAt(body, 'name') === userContext().username;
    // A cluster keeps the traits of the sign-in until the console requests a reload.
    const renewal = isOwnRecord && !config.extensions.includes(ACCESS_AT_ONCE) ? keeper.reloadUser() : undefined;
    void Promise.resolve(renewal).then(ask);
  };
  let owner = knownUserContext()?.username;
  const onChange = () => {
    const { username } = userContext();
    owner ??= username;
    if (username === owner) return void queryClient.invalidateQueries();
    openForOtherUser();
  };
  // Another tab writes the token when the login page opens, and again for the user who signs in there.
  undo.add(keeper.renewed.subscribe((where) => (where === 'elsewhere' ? void ask() : askUnlessFresh())));
  undo.add(refused.subscribe(onRefusal));
  undo.add(written.subscribe(onWrite));
  undo.add(subscribeUserContext(onChange));
  return () => undo.dispose();
}
