import type { Config } from '../api/config.ts';
import type { UserContext } from '../api/userContext.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { WEB_SESSIONS } from '../wire/config.ts';
import { ALL_FLAGS, hiddenBecause, isShown, type Flag } from './features.ts';
import type { NavItem } from './navigation.ts';
import type { ConsoleEnvironment } from './useConsole.ts';
import type { Visits } from './visits.ts';

const UNSERVED = 'This cluster’s API does not support it';

type Parts = {
  config: Config;
  keeper: SessionKeeper;
  visits: Visits;
  items: readonly NavItem[];
  /** Pages whose endpoints this cluster does not have. */
  unserved: readonly NavItem[];
};

/**
 * The environment of the frame for the current permissions of the user. Returns the same object for the same user, so
 * that a render can call it.
 */
export function environments({
  config,
  keeper,
  visits,
  items,
  unserved,
}: Parts): (user: UserContext) => ConsoleEnvironment {
  const seenFlags = new Set<Flag>();
  let last: ConsoleEnvironment | undefined;
  return (user) => {
    if (last?.user === user) return last;
    const { acl } = user;
    const shownFlags = ALL_FLAGS.filter((flag) => isShown(flag, acl, config));
    for (const flag of shownFlags) seenFlags.add(flag);
    last = {
      config,
      user,
      keeper,
      visits,
      items: items.filter((item) => shownFlags.includes(item.flag)),
      hidden: [
        ...items.flatMap(({ label, flag }) => {
          const why = hiddenBecause(flag, acl, config);
          return why === undefined ? [] : [{ label, why }];
        }),
        ...unserved.map(({ label }) => ({ label, why: UNSERVED })),
        ...(config.extensions.includes(WEB_SESSIONS) ? [] : [{ label: 'Sessions (account settings)', why: UNSERVED }]),
      ],
      lost: new Set([...seenFlags].filter((flag) => !shownFlags.includes(flag))),
    };
    return last;
  };
}
