import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { Resource } from '../descriptors/defineResource.ts';
import { ListPage } from './list/ListPage.tsx';

const EditorPage = lazy(() => import('./yaml/EditorPage.tsx'));

/**
 * Everything below the path of one resource. Rows that are documents have a page each; other rows open beside the
 * list, which stays as it is meanwhile.
 */
export function ResourcePage({ resource }: { resource: Resource }) {
  if (!resource.yaml)
    return (
      <Routes>
        <Route path="/:id?" element={<ListPage resource={resource} />} />
      </Routes>
    );
  return (
    <Routes>
      <Route index element={<ListPage resource={resource} />} />
      <Route path=":id" element={<EditorPage descriptor={resource} />} />
    </Routes>
  );
}
