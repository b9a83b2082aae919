import { MenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Button } from '../../ui/plain/Button.tsx';
import type { BulkPlaces } from '../../descriptors/model/actionModel.ts';
import { iconNamed } from '../iconNamed.ts';
import type { ListModel } from '../list/useListModel.ts';
import { type BulkChoice, openTabs } from './bulkChoices.ts';

/** The user must confirm more tabs than this. */
const UNASKED_MAX = 5;

function placeItems(places: BulkPlaces, { context, setOverlay }: ListModel['actions']): readonly MenuItem[] {
  if (places.entries.length === 0) return [{ kind: 'head', label: places.none }];
  const head: readonly MenuItem[] = places.head === undefined ? [] : [{ kind: 'head', label: places.head }];
  return [
    ...head,
    ...places.entries.map(({ label, hint, tabs }): MenuItem => ({
      kind: 'item',
      id: label,
      label,
      mono: places.mono ?? false,
      hint,
      run: () => {
        const targets = tabs.map(({ title, to }) => ({ title, href: context.href(to) }));
        const needsConfirmation = targets.length > UNASKED_MAX;
        const rest = needsConfirmation ? targets : openTabs(targets);
        if (rest.length > 0) setOverlay({ kind: 'openTabs', label, places: rest, keptBack: !needsConfirmation });
      },
    })),
  ];
}

/** One of the descriptor's actions on the selected rows. */
export function BulkButton({ choice, model }: { choice: BulkChoice; model: ListModel }) {
  const { selection, actions } = model;
  const { action, off, danger } = choice;
  const look = { icon: iconNamed(choice.icon), off, kind: danger ? 'quietDanger' : 'plain' } as const;
  if ('places' in action) {
    const places = () => action.places(selection.rows(), actions.context);
    return (
      <MenuButton
        {...look}
        label={choice.label}
        items={() => placeItems(places(), actions)}
        foot={off === undefined ? places().foot : undefined}
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
