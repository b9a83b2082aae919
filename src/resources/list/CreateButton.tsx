import { userContext } from '../../api/userContext.ts';
import { mayOf } from '../../descriptors/restrict.ts';
import { MenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Button, type ButtonProps } from '../../ui/plain/Button.tsx';
import { iconNamed } from '../iconNamed.ts';
import { one } from '../resourceMessages.ts';
import type { ListModel } from './useListModel.ts';

type Props = {
  model: ListModel;
  /** There is no room for more than a word. */
  short?: boolean;
  /** Told while the choice of kinds is open. */
  onOpen?: (isOpen: boolean) => void;
} & Pick<ButtonProps, 'kind' | 'size'>;

/** The way to a new row, of several kinds a choice first; one that the roles close says so. */
export function CreateButton({ model: { resource, actions }, short, onOpen, ...look }: Props) {
  const { create } = resource.may;
  const types = resource.yaml?.types ?? [];
  const label = resource.creates?.label ?? `Create ${one(resource)}`;
  const shared = {
    ...look,
    icon: 'plus',
    off: create.ok ? undefined : create.why,
    children: short ? label.split(' ')[0] : label,
    'aria-label': label,
  } as const;
  const dialog = resource.creates?.dialog;
  if (dialog) {
    const run = () => actions.setOverlay({ kind: 'dialog', name: dialog.name, row: { id: 'new' } });
    const choices: MenuItem[] = [
      { kind: 'item', id: 'dialog', label: dialog.label, run },
      { kind: 'item', id: 'page', label: dialog.other, run: () => actions.create() },
    ];
    return <MenuButton {...shared} label={label} items={() => choices} onOpen={onOpen} />;
  }
  if (types.length < 2) return <Button {...shared} onClick={() => actions.create()} />;
  const items = types.map((type): MenuItem => {
    const { kind, label: word, icon } = type;
    const named = iconNamed(icon);
    const may = mayOf(resource, userContext().acl, type).create;
    const off = may.ok ? undefined : may.why;
    return { kind: 'item', id: kind, label: word, ...(named && { icon: named }), off, run: () => actions.create(kind) };
  });
  return <MenuButton {...shared} label={label} items={() => items} onOpen={onOpen} />;
}
