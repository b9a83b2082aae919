import type { Resource } from './defineResource.ts';
import type { ListModule } from './model/listModel.ts';
import type { Row } from './row.ts';

type InventoryPage = Pick<Resource, 'icon' | 'acl'> & { label?: string; flag: string; weight: number };

/**
 * The common properties of a Resources page of one cluster. `label`: in the navigation, if it differs from the plural.
 */
export const inventoryPage = (name: string, { icon, acl, ...nav }: InventoryPage) =>
  ({
    name,
    icon,
    path: `cluster/:clusterId/${name}`,
    acl,
    nav: { category: 'Resources', ...nav },
  }) satisfies Partial<Resource>;

/** The common properties of a list that roles select from by labels. */
export const inventoryList = <S extends string>(
  title: S,
  plural: string,
): Pick<ListModule<Row, S>, 'title' | 'sort' | 'search' | 'empty'> => ({
  title,
  sort: { field: title, order: 'ASC' },
  search: 'Add a word or label = value',
  empty: {
    title: `No ${plural} here`,
    text: `This cluster has no ${plural}, or your roles do not give access to any.`,
  },
});
