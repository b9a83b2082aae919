import { LOCKS_MAX, newLockPath } from '../api/locks.ts';
import type { Resource } from './defineResource.ts';
import type { Need } from './model/wireModel.ts';
import type { RowAction } from './model/actionModel.ts';
import type { BulkAction } from './model/bulkModel.ts';

/** The required rights for a new lock, on any page (http-resources §15.2). */
const LOCK_NEEDS: readonly Need[] = [
  ['lock', 'create'],
  ['lock', 'edit'],
];

const shared = { id: 'lock', icon: 'lock', danger: true, needs: LOCK_NEEDS } as const;

/** The action that locks the target of a row. */
export const lockAction = ({ lockTarget }: Pick<Resource, 'lockTarget'>): RowAction | undefined =>
  lockTarget && { ...shared, label: 'Lock', run: (row, context) => context.go(newLockPath([lockTarget(row)])) };

/** The same for several rows. Empty if they cannot be locked. */
export const lockManyActions = ({ lockTarget }: Pick<Resource, 'lockTarget'>): readonly BulkAction[] =>
  lockTarget
    ? [
        {
          ...shared,
          label: () => 'Lock',
          max: LOCKS_MAX,
          run: (rows, context) => context.go(newLockPath(rows.map((row) => lockTarget(row)))),
        },
      ]
    : [];
