import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { copyWithToast } from '../../ui/copyWithToast.ts';

export function copyName(resource: Resource, row: Row): Promise<void> {
  const name = rowTitle(resource, row);
  return copyWithToast(name, name);
}
