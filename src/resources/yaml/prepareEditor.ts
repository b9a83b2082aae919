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
 * Runs behind a list of documents, until it is disposed. It fetches the editor, and reads the document that the user is
 * about to open, so that the editor finds all of it. Errors are ignored here. Opening the document reports them.
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
