import { useParams, useSearchParams } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';
import { resourceName } from '../../descriptors/resourceName.ts';
import { DocumentPage } from './DocumentPage.tsx';
import type { Target } from './openDocument.ts';

/** Below the path of a resource; no document is called like this. */
const NEW = 'new';

/** One document: `…/<id>`, `…/new`, `…/new?from=<id>`, `…/new?kind=<kind>`. */
export default function EditorPage({ descriptor }: { descriptor: Resource }) {
  const params = useParams();
  const [search] = useSearchParams();
  const { yaml } = descriptor;
  if (!yaml) throw new Error(`${descriptor.label[1]} are no documents`);
  const { id = NEW } = params;
  const target: Target =
    id === NEW
      ? { kind: 'new', from: search.get('from') ?? undefined, type: search.get('kind') ?? undefined }
      : { kind: 'existing', id };
  const name = resourceName(descriptor, params);
  return (
    <DocumentPage key={JSON.stringify([name, target])} resource={{ ...descriptor, yaml }} name={name} target={target} />
  );
}
