import type { DataProvider } from 'ra-core';
import { isApiError } from '../../api/errors.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import { asKind } from '../../descriptors/kinds.ts';
import { textAt } from '../../lib/json.ts';
import { hasValuesOf, type Copy } from './compareWithServer.ts';

/** A resource, and where its rows are read. */
export type Source = NamedResource<Resource> & { dataProvider: DataProvider };

/** The document of a row. */
export const documentText = (resource: Resource, row: Row): string =>
  resource.yaml ? textAt(row, resource.yaml.source) : '';

/** A row that was just read from the server, as a copy. */
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
 * The server's current copy, read again even if a recent one is cached. Undefined if it has none. `toWrite`: with its
 * revision, for a document that is known to exist.
 */
export async function readCopy(source: Source, id: string, toWrite = false): Promise<Copy | undefined> {
  const row = await readRow(source, id, toWrite);
  return row && copyOf(source.resource, row);
}

/** A document that the list leaves out but the server can read, such as one from a seed. Undefined if it has none. */
export async function readUnlisted({ dataProvider, resource, name }: Source, id: string): Promise<Copy | undefined> {
  if (!resource.wire.one) return undefined;
  const found = await unlessMissing(dataProvider.getOne<Row>(name, { id }));
  return found && copyOf(resource, found.data);
}

/** The row of such a copy. */
export async function readRow({ dataProvider, name }: Source, id: string, toWrite: boolean): Promise<Row | undefined> {
  // For a list that is read as a whole this reads the list, so a missing row is not a failed call.
  const read = dataProvider.getMany<Row>(name, { ids: [id], meta: { fresh: true, revision: toWrite } });
  return (await unlessMissing(read))?.data[0];
}

/** The row of a new document that the server named itself (`isNamedByServer`). Undefined if it has none. */
export async function readRenamed(source: Source, text: string): Promise<Row | undefined> {
  const { data } = await source.dataProvider.getList<Row>(source.name, { meta: { fresh: true } });
  const row = data.find((other) => hasValuesOf(text, documentText(source.resource, other), 'spec'));
  return row && readRow(source, row.id, true);
}

const unlessMissing = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (isApiError(error, 404)) return undefined;
    throw error;
  });
