import { useParams } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';
import { resourceName } from '../../descriptors/resourceName.ts';

/** The list of one resource: head, query, facets, rows, foot. */
export function ListPage({ resource }: { resource: Resource }) {
  const { clusterId } = useParams();
  return <h1>{resourceName(resource, { clusterId })}</h1>;
}
