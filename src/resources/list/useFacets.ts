import { useDeferredValue, useMemo, useState } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import { countFacets, keepOrder, type Facet } from './facets.ts';
import type { ListRows } from './useListRows.ts';

const noFacets: readonly Facet[] = [];

/**
 * Keys and values with counts over the rows without a filter. As long as the page lives they stay where they were drawn
 * first (look, rule 4): only numbers change, and what is new comes last.
 */
export function useFacets(resource: Resource, { counted, loaded }: Pick<ListRows, 'counted' | 'loaded'>) {
  const rows = useDeferredValue(counted);
  const offered = useDeferredValue(loaded);
  const fresh = useMemo(() => rows && countFacets(resource, rows, offered), [resource, rows, offered]);
  const [shown, setShown] = useState({ fresh, facets: fresh ?? noFacets, counted: rows?.length });
  // While the rows of another question stand in, what is shown stays.
  if (fresh && shown.fresh !== fresh) {
    setShown({ fresh, facets: keepOrder(shown.facets, fresh), counted: rows?.length });
  }
  return { facets: shown.facets, counted: shown.counted, rows: offered };
}
