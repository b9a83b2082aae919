import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';
import { typeOfKind } from '../../descriptors/documents.ts';
import { NEW_ROW, resourceName, rowOfSegment } from '../../descriptors/resourceName.ts';
import { anyOf } from '../../lib/sentence.ts';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { buttonClass } from '../../ui/plain/Button.tsx';
import { iconNamed } from '../iconNamed.ts';
import { pluralName } from '../resourceMessages.ts';
import { DocumentPage } from './DocumentPage.tsx';
import type { DocumentResource, Target } from './openDocument.ts';

/**
 * One document: `…/<id>`, `…/new`, `…/new?from=<id>`, `…/new?kind=<kind>`. An earlier text: `?revision=<id>`, or for a
 * removed document `…/new?revision=<id>&of=<id>`.
 */
export default function EditorPage({ descriptor }: { descriptor: Resource }) {
  const params = useParams();
  const [search] = useSearchParams();
  const { yaml } = descriptor;
  if (!yaml) throw new Error(`${descriptor.label[1]} cannot be edited as documents`);
  const { id: segment = NEW_ROW } = params;
  const write = search.get('revision');
  const id = segment === NEW_ROW ? undefined : rowOfSegment(segment);
  const revision = write === null ? {} : { revision: { id: write, of: id ?? search.get('of') ?? '' } };
  const target: Target =
    id === undefined
      ? { kind: 'new', from: search.get('from') ?? undefined, type: search.get('kind') ?? undefined, ...revision }
      : { kind: 'existing', id, ...revision };
  const name = resourceName(descriptor, params);
  const resource = { ...descriptor, yaml };
  if (target.kind === 'new' && target.type !== undefined && !typeOfKind(resource, target.type))
    return <UnknownKind resource={resource} name={name} kind={target.type} />;
  return <DocumentPage key={JSON.stringify([name, target])} resource={resource} name={name} target={target} />;
}

/** An address with a kind that this page does not write. */
const UnknownKind = ({ resource, name, kind }: { resource: DocumentResource; name: string; kind: string }) => (
  <EmptyText
    icon={iconNamed(resource.icon) ?? 'file-down'}
    title={`${resource.label[1]} of the kind “${kind}” cannot be created here`}
    actions={
      <Link className={buttonClass({ kind: 'primary', size: 'form' })} to={`/${name}`}>
        {`All ${pluralName(resource)}`}
      </Link>
    }
  >
    <p>{`This page creates ${anyOf(resource.yaml.types.map((type) => type.label))}.`}</p>
  </EmptyText>
);
