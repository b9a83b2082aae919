import type { DataProvider } from 'ra-core';
import { isApiError } from '../../api/errors.ts';
import type { Resource, Row } from '../../descriptors/defineResource.ts';
import { textAt } from '../../lib/json.ts';
import type { Copy } from './judgeCopy.ts';

/** The document that a row stands for. */
export const documentText = (resource: Resource, row: Row): string =>
  resource.yaml ? textAt(row, resource.yaml.source) : '';

/** What the server has now, however recent what is already here; undefined where it has none. */
export async function readCopy(
  dataProvider: DataProvider,
  resource: Resource,
  name: string,
  id: string,
): Promise<Copy | undefined> {
  try {
    const { data } = await dataProvider.getOne<Row>(name, { id, meta: { fresh: true } });
    return { text: documentText(resource, data), readAtMs: Date.now() };
  } catch (error) {
    if (isApiError(error, 404)) return undefined;
    throw error;
  }
}
