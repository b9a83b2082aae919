import { userContext } from '../../api/userContext.ts';
import { mayOf, verdictOf } from '../../descriptors/restrict.ts';
import { MenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Button, type ButtonProps } from '../../ui/plain/Button.tsx';
import { config } from '../../api/config.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import type { Adding } from '../../descriptors/model/listModel.ts';
import { iconNamed } from '../iconNamed.ts';
import { singularName } from '../resourceMessages.ts';
import type { ListModel } from './useListModel.ts';

type Props = {
  model: ListModel;
  /** There is room for one word only. */
  short?: boolean;
} & Pick<ButtonProps, 'kind' | 'size'>;

/** Called when the menu of kinds opens or closes. */
type CreateButtonProps = Props & { onOpen?: (isOpen: boolean) => void };

/**
 * Creates a row. A resource with several kinds shows a menu of them first. The button shows why the role denies
 * creation.
 */
export function CreateButton({ model: { resource, actions }, short, onOpen, ...look }: CreateButtonProps) {
  const { create } = resource.may;
  const types = resource.yaml?.types ?? [];
  const label = resource.creates?.label ?? `Create ${singularName(resource)}`;
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

/** Why the user cannot add anything here: new members join the cluster that the user signed in to. */
function refusedBecause({ needs }: Adding, clusterId: string): string | undefined {
  if (clusterId !== config.proxyCluster) return `${clusterId} is a leaf cluster. Add its resources there`;
  const verdict = verdictOf(userContext().acl, needs);
  return verdict.ok ? undefined : verdict.why;
}

/** Whether an empty list offers it. Users who may not add get only the text that the list is empty. */
export const canAdd = ({ resource, actions }: ListModel): boolean =>
  resource.list.adds !== undefined && refusedBecause(resource.list.adds, actions.context.clusterId) === undefined;

/** Opens the dialog that adds resources which join the cluster themselves (screens §5.1). */
export function AddButton({ model: { resource, actions }, short, ...look }: Props) {
  const { adds } = resource.list;
  if (!adds) return null;
  const { entity, label } = adds;
  // A cluster has one way to add them. The bundled gateway also has documents and its configuration file.
  const add = () => {
    if (serverBehaviour.isGateway) actions.setOverlay({ kind: 'dialog', name: 'add', row: { id: entity, ...adds } });
    else actions.context.go(`/discover?resource=${entity}`);
  };
  return (
    <Button
      {...look}
      icon="plus"
      aria-label={label}
      off={refusedBecause(adds, actions.context.clusterId)}
      onClick={add}
    >
      {short ? 'Add' : label}
    </Button>
  );
}
