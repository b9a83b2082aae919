import { askAssist, hasAssist } from '../../api/assistRequests.ts';
import type { Acl } from '../../api/can.ts';
import { config } from '../../api/config.ts';
import type { ActionContext, Menu, RowAction } from '../../descriptors/model/actionModel.ts';
import { resources } from '../../descriptors/index.ts';
import type { RowLink } from '../../descriptors/model/detailsModel.ts';
import { resourceName, rowSegment } from '../../descriptors/resourceName.ts';
import type { Row } from '../../descriptors/row.ts';
import { keptBecause, needsOf, verdictOf, type Restricted } from '../../descriptors/restrict.ts';
import { lockAction } from '../../descriptors/locking.ts';
import { removalMessages } from '../resourceMessages.ts';
import { contextOfRows } from '../assist/contextOfRows.ts';

/** One action on one row, with whether it is possible. Menus, buttons and keys share it. */
export type RowChoice = {
  id: string;
  label: string;
  icon: string | undefined;
  keys: string | undefined;
  danger: boolean;
  /** Why it is disabled. */
  off: string | undefined;
  /** One or two words in place of the button that explain why. */
  mark: string | undefined;
} & (
  | { kind: 'menu'; menu: () => Menu }
  /** `to`: it opens this address in a new tab. */
  | {
      kind: 'run';
      run: () => void | Promise<void>;
      to?: string;
      /** The row of another list that it links to. */
      leadsTo?: { name: string; find: string; isSearched: boolean };
    }
);

/** The actions of the page, besides those of the descriptor. */
export type RowChoiceContext = {
  acl: Acl;
  self: string;
  context: ActionContext;
  open: (row: Row) => void;
  remove: (row: Row) => void;
};

export const canOpen = ({ form, yaml, details }: Restricted): boolean => (form ?? yaml ?? details) !== undefined;

/** A document that cannot be changed can still be read. */
export const canOpenRow = (resource: Restricted, row: Row): boolean =>
  canOpen(resource) && (resource.yaml !== undefined || !resource.fixed?.(row));

/** Whether opening a row is its main action. */
export const opensFirst = (resource: Restricted): boolean =>
  resource.details ? resource.details.first === true : canOpen(resource);

/** The verb for opening a row. */
export const openWord = ({ yaml, details, may }: Restricted): string =>
  details ? 'Details' : yaml && may.update.ok ? 'Edit' : 'Open';

function declared(
  action: RowAction,
  row: Row,
  fixed: string | undefined,
  { acl, self, context }: RowChoiceContext,
): RowChoice {
  const verdict = verdictOf(acl, action.needs ?? []);
  const blocked = action.blocked?.(row, self);
  const shared = {
    id: action.id,
    label: action.label,
    icon: action.icon,
    keys: action.key,
    danger: action.danger ?? false,
    off: (typeof blocked === 'object' ? blocked.why : blocked) ?? (verdict.ok ? fixed : verdict.why),
    mark: typeof blocked === 'object' ? blocked.mark : undefined,
  };
  if ('menu' in action)
    return { ...shared, kind: 'menu', menu: () => leadingSomewhere(action.menu(row, context), context) };
  if ('run' in action) return { ...shared, kind: 'run', run: () => action.run(row, context) };
  if (shared.off !== undefined) return { ...shared, kind: 'run', run: () => undefined };
  const to = action.link(row, context);
  return { ...shared, off: context.missing(to), kind: 'run', to, run: () => context.openTab(to) };
}

/** Entries whose page does not exist yet are disabled with the reason, and the user cannot type a target. */
function leadingSomewhere(menu: Menu, context: ActionContext): Menu {
  const { free, foot, ...rest } = menu;
  const typed = free?.to('name');
  const why = typed === undefined ? undefined : context.missing(typed);
  const below = why ?? foot;
  return {
    ...rest,
    ...(below !== undefined && { foot: below }),
    entries: menu.entries.map((entry) => {
      const blocked = entry.blocked ?? context.missing(entry.to);
      return blocked === undefined ? entry : { ...entry, blocked };
    }),
    ...(free && why === undefined && { free }),
  };
}

/** A link to a row of another list, as an action. Left out if there is no such list. */
function linkChoices(links: readonly RowLink[], acl: Acl, context: ActionContext): readonly RowChoice[] {
  return links.flatMap((link): RowChoice[] => {
    const target = resources.find(({ name }) => name === link.resource);
    if (!target) return [];
    const name = resourceName(target, { clusterId: context.clusterId });
    const hasPage = (target.form ?? target.yaml ?? target.details) !== undefined;
    const isSearched = target.wire.list.search === 'server';
    const to = hasPage
      ? `/${name}/${rowSegment(link.find)}`
      : `/${name}?${new URLSearchParams({ search: isSearched ? `"${link.find}"` : link.find }).toString()}`;
    const verdict = verdictOf(acl, needsOf(target, 'list'));
    return [
      {
        kind: 'run',
        id: `link-${link.resource}-${link.find}`,
        label: link.label,
        icon: target.icon,
        keys: undefined,
        danger: false,
        off: verdict.ok ? context.missing(to) : verdict.why,
        mark: undefined,
        to,
        leadsTo: { name, find: link.find, isSearched },
        run: () => context.openTab(to),
      },
    ];
  });
}

/** The first is the row's main action. Removal comes last. */
export function rowChoices(resource: Restricted, row: Row, context: RowChoiceContext): readonly RowChoice[] {
  const fixed = resource.fixed?.(row);
  const { remove } = resource.may;
  const plain = { icon: undefined, danger: false, mark: undefined };
  const open: RowChoice = {
    ...plain,
    kind: 'run',
    id: 'open',
    label: resource.yaml && fixed ? 'View' : openWord(resource),
    keys: 'E',
    ...(resource.yaml ? { off: undefined } : { off: fixed?.why, mark: fixed?.mark }),
    run: () => context.open(row),
  };
  const { access } = resource;
  // In a leaf cluster its own roles decide, and this console cannot read them.
  const check: readonly RowChoice[] =
    access && context.context.clusterId === config.proxyCluster
      ? [
          {
            ...plain,
            kind: 'run',
            id: 'access',
            label: 'Check access',
            icon: 'shield',
            keys: undefined,
            off: undefined,
            run: () => context.context.checkAccess({ kind: access.kind, id: row.id }),
          },
        ]
      : [];
  const removal: RowChoice = {
    ...plain,
    kind: 'run',
    id: 'remove',
    label: removalMessages(resource).act,
    icon: resource.removal?.messages ? undefined : 'trash-2',
    keys: 'Del',
    danger: true,
    off: remove.ok ? keptBecause(resource, row, context.self) : remove.why,
    run: () => context.remove(row),
  };
  const { assist } = resource;
  const { question } = assist ?? {};
  const explain: readonly RowChoice[] =
    assist && question !== undefined && hasAssist({ acl: context.acl })
      ? [
          {
            ...plain,
            kind: 'run',
            id: 'explain',
            label: 'Explain this',
            icon: 'sparkles',
            keys: undefined,
            off: undefined,
            run: () => askAssist(question, contextOfRows(assist, [row])),
          },
        ]
      : [];
  const lock = lockAction(resource);
  const actions = (resource.rowActions ?? []).filter((action) => action.suits?.(row, context.context) ?? true);
  return [
    ...(opensFirst(resource) ? [open] : []),
    ...actions.map((action) => declared(action, row, action.needs && fixed?.why, context)),
    ...(canOpen(resource) && !opensFirst(resource) ? [open] : []),
    ...linkChoices(resource.details?.links?.(row) ?? [], context.acl, context.context),
    ...check,
    ...explain,
    ...(lock ? [declared(lock, row, undefined, context)] : []),
    ...(resource.removal ? [removal] : []),
  ];
}
