import type { ReachableKind } from '../wire/reachable.ts';
import type { ActionContext, Menu } from './actionModel.ts';

type Connectable = { id: string; logins: readonly string[] };

/**
 * What a row is for, where one logs in to it: its logins, each leading to a tab of its own, a field for one that is not
 * listed, and why it is these. `place`: where a login leads, below `/web`.
 */
export const connectAs = <R extends Connectable>(
  kind: ReachableKind,
  place: (clusterId: string, row: R, login: string) => string,
) => ({
  id: 'connect',
  label: 'Connect',
  menu: (row: R, { clusterId, checkAccess }: ActionContext): Menu => ({
    entries: row.logins.map((login) => ({ label: login, to: place(clusterId, row, login) })),
    none: 'Your roles allow no login here',
    foot: 'Opens in a new tab',
    mono: true,
    target: 'newTab',
    free: {
      label: 'Other login',
      to: (text) => (text.trim() ? place(clusterId, row, text.trim()) : undefined),
    },
    why: { label: 'Why these logins', run: () => checkAccess({ kind, id: row.id }) },
  }),
});
