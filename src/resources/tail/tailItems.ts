import type { MenuItem } from '../../ui/menuItems.ts';
import type { ListModel } from '../list/useListModel.ts';

export const TAIL_LABEL = 'Live tail';

/** The switch of the live tail in the menu of the list, where its head has no room. */
export const tailItems = ({ state, change, list: { tail } }: ListModel): readonly MenuItem[] =>
  tail
    ? [
        {
          kind: 'item',
          id: 'tail',
          label: TAIL_LABEL,
          chosen: tail.isOn,
          off: tail.off,
          run: () => change({ ...state, tail: !state.tail }),
        },
        { kind: 'line' },
      ]
    : [];
