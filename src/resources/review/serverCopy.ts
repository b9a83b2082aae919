import type { DataProvider } from 'ra-core';
import { isApiError } from '../../api/errors.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { asKind } from '../../descriptors/kinds.ts';
import { textAt } from '../../lib/json.ts';
import type { Copy } from './compareWithServer.ts';

/** The document that a row stands for. */
export const documentText = (resource: Resource, row: Row): string =>
  resource.yaml ? textAt(row, resource.yaml.source) : '';

/** A row as the server just gave it. */
export function copyOf(resource: Resource, row: Row): Copy {
  const revision = textAt(row, 'revision');
  const fixed = asKind('chips', row['fixed']) ?? [];
  const held = resource.fixed?.(row);
  return {
    text: documentText(resource, row),
    readAtMs: Date.now(),
    ...(revision !== '' && { revision }),
    ...(fixed.length > 0 && { fixed }),
    ...(held && { heldBecause: held.why }),
  };
}

/**
 * What the server has now, however recent what is already here; undefined where it has none. `toWrite`: with its
 * revision, for a document that is known to be there.
 */
export async function readCopy(
  dataProvider: DataProvider,
  resource: Resource,
  name: string,
  id: string,
  toWrite = false,
): Promise<Copy | undefined> {
  const row = await readRow(dataProvider, name, id, toWrite);
  return row && copyOf(resource, row);
}

/** What a list leaves out and the server still reads, such as what a seed made; undefined where it has none. */
export async function readUnlisted(
  dataProvider: DataProvider,
  resource: Resource,
  name: string,
  id: string,
): Promise<Copy | undefined> {
  if (!resource.wire.one) return undefined;
  const found = await unlessMissing(dataProvider.getOne<Row>(name, { id }));
  return found && copyOf(resource, found.data);
}

/** The row of such a copy. */
export async function readRow(
  dataProvider: DataProvider,
  name: string,
  id: string,
  toWrite: boolean,
): Promise<Row | undefined> {
  // Of a list that comes as a whole this asks for the list, and a row that is not in it is no failed call.
  const asked = dataProvider.getMany<Row>(name, { ids: [id], meta: { fresh: true, revision: toWrite } });
  return (await unlessMissing(asked))?.data[0];
}

const unlessMissing = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (isApiError(error, 404)) return undefined;
    throw error;
  });
