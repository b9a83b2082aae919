import type { Resource, Row } from '../../descriptors/defineResource.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { copyText } from '../../ui/copyText.ts';
import { toasts } from '../../ui/toasts.ts';

/** Says by a toast how it went. */
export async function copyName(resource: Resource, row: Row): Promise<void> {
  const name = rowTitle(resource, row);
  toasts.show({ text: (await copyText(name)) ? `${name} is copied` : 'The browser does not allow copying here' });
}
