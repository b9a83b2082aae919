import type { DataProvider } from 'ra-core';
import { config } from '../../api/config.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { DocumentType } from '../../descriptors/documentTypes.ts';
import { Disposables, type Dispose } from '../../lib/disposables.ts';
import { DOCUMENTS } from '../../wire/config.ts';
import { loadKind } from './kinds/kind.ts';
import { readAhead } from './readAhead.ts';
import { loadSchemas } from './schema/loadSchemas.ts';

type List = { resource: Resource; name: string; base: string; dataProvider: DataProvider };

const fetchType = async (type: DocumentType): Promise<void> => {
  const { kind } = type;
  await Promise.all([type.schema().then((json) => loadSchemas(kind, json)), loadKind(kind), type.form?.()]);
};

/**
 * Behind a list of documents: fetches what they are edited with, and reads the one that is about to be opened, until
 * that is undone. Whoever opens one finds all of it here; what could not be fetched is told then.
 */
export function prepareEditor({ resource, name, base, dataProvider }: List): Dispose {
  const { yaml } = resource;
  if (!yaml) return () => undefined;
  for (const type of yaml.types) void fetchType(type).catch(() => undefined);
  const readsOne = config.extensions.includes(DOCUMENTS);
  const stops = new Disposables();
  stops.add(readAhead({ resource, name, base, dataProvider, readsOne }));
  const warm = async () => {
    const { warmUp } = await import('./monaco/warmUp.ts');
    stops.add(warmUp());
  };
  void warm().catch(() => undefined);
  return () => stops.dispose();
}
