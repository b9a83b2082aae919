import { useNavigate } from 'react-router-dom';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { config } from '../../api/config.ts';
import type { Row } from '../../descriptors/row.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import { MenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { HISTORY } from '../../wire/config.ts';
import { historyPath } from '../../descriptors/resourceName.ts';
import { RemoveDialog } from '../dialogs/RemoveDialog.tsx';
import { singularName } from '../resourceMessages.ts';

type Props = NamedResource & {
  /** Undefined for a document that the server does not have yet. */
  id: string | undefined;
  isChanged: boolean;
  onDownload: () => void;
  onUpload: () => void;
  /** Undefined for a document that was not started from a template. */
  onTemplates: (() => void) | undefined;
  onDiscard: () => void;
};

/** Less frequent actions on a document. */
export function EditorMenu({ resource, name, id, isChanged, onDownload, onUpload, onTemplates, onDiscard }: Props) {
  const dataProvider = useDataProvider();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<Row>();
  const noun = singularName(resource);
  const { create, update, remove } = resource.may;
  const mayEdit = id === undefined ? create : update;
  const items = (): readonly MenuItem[] => [
    ...(onTemplates
      ? ([{ kind: 'item', id: 'templates', label: 'Templates', icon: 'file-down', run: onTemplates }] as const)
      : []),
    { kind: 'item', id: 'download', label: 'Download', icon: 'download', run: onDownload },
    {
      kind: 'item',
      id: 'upload',
      label: 'Load a file',
      icon: 'upload',
      off: mayEdit.ok ? undefined : mayEdit.why,
      run: onUpload,
    },
    {
      kind: 'item',
      id: 'discard',
      label: 'Discard draft',
      icon: 'undo-2',
      off: isChanged ? undefined : 'There are no changes',
      run: onDiscard,
    },
    ...(id === undefined ? [] : existing(id)),
  ];
  const existing = (itemId: string): readonly MenuItem[] => [
    {
      kind: 'item',
      id: 'clone',
      label: `Clone ${noun}`,
      icon: 'copy',
      off: create.ok ? undefined : create.why,
      run: () => void navigate(`/${name}/new?from=${encodeURIComponent(itemId)}`),
    },
    ...(config.extensions.includes(HISTORY)
      ? [
          {
            kind: 'item' as const,
            id: 'history',
            label: 'History',
            icon: 'clock' as const,
            run: () => void navigate(historyPath(name, itemId)),
          },
        ]
      : []),
    { kind: 'line' },
    {
      kind: 'item',
      id: 'remove',
      label: `Delete ${noun}`,
      icon: 'trash-2',
      danger: true,
      off: remove.ok ? undefined : remove.why,
      run: () => void dataProvider.getOne<Row>(name, { id: itemId }).then(({ data }) => setRemoving(data)),
    },
  ];
  return (
    <>
      <MenuButton label={`More with this ${noun}`} kind="quiet" size="inline" align="right" items={items} opens>
        More
      </MenuButton>
      {removing && (
        <RemoveDialog
          resource={resource}
          name={name}
          row={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => void navigate(`/${name}`)}
        />
      )}
    </>
  );
}
