import { useDataProvider } from 'ra-core';
import { useEffect, type ReactNode } from 'react';
import { Route, Routes, useHref, useParams } from 'react-router-dom';
import { config } from '../api/config.ts';
import type { Resource } from '../descriptors/defineResource.ts';
import { resourceName } from '../descriptors/resourceName.ts';
import { Disposables } from '../lib/disposables.ts';
import { whenIdle } from '../lib/work.ts';
import { Waiting } from '../ui/plain/Waiting.tsx';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { HISTORY } from '../wire/config.ts';
import { ListPage } from './list/ListPage.tsx';

/** Long enough for the first rows to load. */
const PATIENCE_MS = 2000;

const PAGE = { name: 'The page', waiting: <Waiting>Loading the page</Waiting> };
const historyPage = lazyComponent(() => import('./history/HistoryPage.tsx'), PAGE);
const removedPage = lazyComponent(() => import('./history/RemovedPage.tsx'), PAGE);
const editorPage = lazyComponent(() => import('./yaml/EditorPage.tsx'), PAGE);

/**
 * All pages below the path of one resource. Rows that are documents have a page each. Other rows open beside the list,
 * which stays as it is. `otherwise` is shown for an address below the path that has no page.
 */
export function ResourcePage({ resource, otherwise }: { resource: Resource; otherwise: ReactNode }) {
  if (!resource.yaml)
    return (
      <Routes>
        <Route path="/:id?" element={<ListPage resource={resource} />} />
        <Route path="*" element={otherwise} />
      </Routes>
    );
  return (
    <Routes>
      <Route index element={<DocumentList resource={resource} />} />
      <Route path=":id" element={<editorPage.Part descriptor={resource} />} />
      {config.extensions.includes(HISTORY) && (
        <>
          <Route path=":id/history" element={<historyPage.Part descriptor={resource} />} />
          <Route path="history/removed" element={<removedPage.Part descriptor={resource} />} />
        </>
      )}
      <Route path="*" element={otherwise} />
    </Routes>
  );
}

/**
 * A list whose rows open in the editor, which is fetched after the list. A failure is reported when the editor is
 * needed.
 */
function DocumentList({ resource }: { resource: Resource }) {
  const name = resourceName(resource, useParams());
  const base = useHref(`/${name}`);
  const dataProvider = useDataProvider();
  useEffect(() => {
    const stops = new Disposables();
    const prepare = async () => {
      await editorPage.fetch();
      const { prepareEditor } = await import('./yaml/prepareEditor.ts');
      stops.add(prepareEditor({ resource, name, base, dataProvider }));
    };
    stops.add(whenIdle(() => void prepare().catch(() => undefined), PATIENCE_MS));
    return () => stops.dispose();
  }, [resource, name, base, dataProvider]);
  return <ListPage resource={resource} />;
}
