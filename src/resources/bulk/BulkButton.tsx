import { MenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Button } from '../../ui/plain/Button.tsx';
import type { BulkTabs } from '../../descriptors/model/actionModel.ts';
import { iconNamed } from '../iconNamed.ts';
import type { ListModel } from '../list/useListModel.ts';
import { type BulkChoice, openTabs } from './bulkChoices.ts';

/** The user must confirm more tabs than this. */
const UNASKED_MAX = 5;

function tabItems(choice: BulkTabs, { context, setOverlay }: ListModel['actions']): readonly MenuItem[] {
  if (choice.entries.length === 0) return [{ kind: 'head', label: choice.none }];
  const head: readonly MenuItem[] = choice.head === undefined ? [] : [{ kind: 'head', label: choice.head }];
  return [
    ...head,
    ...choice.entries.map(({ label, hint, tabs }): MenuItem => ({
      kind: 'item',
      id: label,
      label,
      mono: choice.mono ?? false,
      hint,
      run: () => {
        const targets = tabs.map(({ title, to }) => ({ title, href: context.href(to) }));
        const needsConfirmation = targets.length > UNASKED_MAX;
        const rest = needsConfirmation ? targets : openTabs(targets);
        if (rest.length > 0) setOverlay({ kind: 'openTabs', label, tabs: rest, keptBack: !needsConfirmation });
      },
    })),
  ];
}

/** One of the descriptor's actions on the selected rows. */
export function BulkButton({ choice, model }: { choice: BulkChoice; model: ListModel }) {
  const { selection, actions } = model;
  const { action, off, danger } = choice;
  const look = { icon: iconNamed(choice.icon), off, kind: danger ? 'quietDanger' : 'plain' } as const;
  if ('tabs' in action) {
    const bulkTabs = () => action.tabs(selection.rows(), actions.context);
    return (
      <MenuButton
        {...look}
        label={choice.label}
        items={() => tabItems(bulkTabs(), actions)}
        foot={off === undefined ? bulkTabs().foot : undefined}
      >
        {choice.label}
      </MenuButton>
    );
  }
  const run = () => {
    if ('edit' in action) actions.setOverlay({ kind: 'bulkEdit', edit: action.edit, rows: selection.rows() });
    else action.run(selection.rows(), actions.context);
  };
  return (
    <Button {...look} onClick={run}>
      {choice.label}
    </Button>
  );
}
