import { useEffect } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { Resource } from '../descriptors/defineResource.ts';
import { whenIdle } from '../lib/whenIdle.ts';
import { Waiting } from '../ui/plain/Waiting.tsx';
import { prefetched } from '../ui/prefetched.ts';
import { ListPage } from './list/ListPage.tsx';
import { loadKind } from './yaml/kinds/kind.ts';

/** Long enough for the first rows. */
const PATIENCE_MS = 2000;

const PAGE = { what: 'The page', waiting: <Waiting>Loading the page</Waiting> };
const historyPage = prefetched(() => import('./history/HistoryPage.tsx'), PAGE);
const removedPage = prefetched(() => import('./history/RemovedPage.tsx'), PAGE);
const editorPage = prefetched(() => import('./yaml/EditorPage.tsx'), PAGE);

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
      <Route index element={<DocumentList resource={resource} />} />
      <Route path=":id" element={<editorPage.Part descriptor={resource} />} />
      <Route path=":id/history" element={<historyPage.Part descriptor={resource} />} />
      <Route path="history/removed" element={<removedPage.Part descriptor={resource} />} />
    </Routes>
  );
}

/** A list whose rows open in the editor: that is fetched behind the list. A failure is told when it is needed. */
function DocumentList({ resource }: { resource: Resource }) {
  const { yaml } = resource;
  useEffect(() => {
    const fetchEditor = () =>
      Promise.all([editorPage.fetch(), ...(yaml?.types ?? []).flatMap((type) => [type.schema(), loadKind(type.kind)])]);
    return whenIdle(() => void fetchEditor().catch(() => undefined), PATIENCE_MS);
  }, [yaml]);
  return <ListPage resource={resource} />;
}
