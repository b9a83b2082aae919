import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { copyText } from '../../ui/copyText.ts';
import { toasts } from '../../ui/toasts.ts';

/** Says by a toast how it went; `what` begins the sentence. */
export async function copied(text: string, what: string): Promise<void> {
  toasts.show({ text: (await copyText(text)) ? `${what} is copied` : 'The browser does not allow copying here' });
}

export function copyName(resource: Resource, row: Row): Promise<void> {
  const name = rowTitle(resource, row);
  return copied(name, name);
}
