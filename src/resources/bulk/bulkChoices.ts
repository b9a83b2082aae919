import type { Acl } from '../../api/can.ts';
import type { BulkAction } from '../../descriptors/model/bulkModel.ts';
import { lockManyActions } from '../../descriptors/locking.ts';
import { verdictOf, type Restricted } from '../../descriptors/restrict.ts';

/** One action on the selected rows, and whether it is possible. */
export type BulkChoice = {
  id: string;
  label: string;
  icon: string | undefined;
  danger: boolean;
  /** Why it is disabled. */
  off: string | undefined;
  action: BulkAction;
};

const tooMany = (max: number | undefined, count: number): string | undefined =>
  max !== undefined && count > max ? `At most ${max} at once` : undefined;

/** In the order of the descriptor. */
export const bulkChoices = (resource: Restricted, count: number, acl: Acl): readonly BulkChoice[] =>
  [...(resource.bulk?.actions ?? []), ...lockManyActions(resource)].map((action) => {
    const verdict = verdictOf(acl, action.needs ?? []);
    return {
      id: action.id,
      label: action.label(count),
      icon: action.icon,
      danger: action.danger ?? false,
      off: verdict.ok ? tooMany(action.max, count) : verdict.why,
      action,
    };
  });

/** Opens each address in its own tab. Returns those that the browser blocked. */
export const openTabs = <T extends { href: string }>(tabs: readonly T[]): readonly T[] =>
  tabs.filter(({ href }) => {
    // With `noopener` the result would be null for every tab, blocked or not.
    const tab = window.open(href, '_blank');
    if (tab) tab.opener = null;
    return !tab;
  });
