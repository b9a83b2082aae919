import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { readHistory } from '../../api/history.ts';
import { encodeSegment } from '../../api/urls.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { nameOf, typeOf } from '../../descriptors/documents.ts';
import { resourceName } from '../../descriptors/resourceName.ts';
import { restrict } from '../../descriptors/restrict.ts';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { buttonClass } from '../../ui/plain/buttonClass.ts';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { useUser } from '../useUser.ts';
import { one } from '../words.ts';
import { EditorHead } from '../yaml/EditorHead.tsx';
import styles from './History.module.css';
import { ReadFailure } from './ReadFailure.tsx';
import { RevisionCompare } from './RevisionCompare.tsx';
import { RevisionList } from './RevisionList.tsx';
import { useChosen } from './useChosen.ts';

/** What one document was before, who wrote it, what changed, and the way back. */
export default function HistoryPage({ descriptor }: { descriptor: Resource }) {
  const params = useParams();
  const { acl } = useUser();
  const resource = useMemo(() => restrict(descriptor, acl), [descriptor, acl]);
  const { yaml } = resource;
  if (!yaml) throw new Error(`${descriptor.label[1]} are no documents`);
  const { id = '' } = params;
  const documents = { ...resource, yaml };
  const document = { kind: typeOf(documents, id).kind, name: nameOf(resource, id) };
  const path = resourceName(resource, params);
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'history', document],
    queryFn: ({ signal }) => readHistory(document.kind, document.name, signal),
    staleTime: 0,
  });
  const chosen = useChosen(data);
  const isGone = data?.[0]?.change === 'removed';
  return (
    <div className={styles.page}>
      <EditorHead resource={documents} title={`History of ${document.name}`}>
        {data && data.length > 0 && !isGone && (
          <Link className={buttonClass({})} to={`/${path}/${encodeSegment(id)}`}>
            {`Open ${one(resource)}`}
          </Link>
        )}
      </EditorHead>
      {error ? (
        <ReadFailure what="The history could not be read" error={error} onAgain={() => void refetch()} />
      ) : !data ? (
        <Waiting>Reading the history</Waiting>
      ) : data.length === 0 ? (
        <EmptyText icon="clock" title={`Nothing is known of ${one(resource)} ${document.name}`}>
          <p>It has not been written since the server keeps a history, or there never was one of this name.</p>
        </EmptyText>
      ) : (
        <div className={styles.body}>
          <RevisionList revisions={data} chosen={chosen} />
          <RevisionCompare
            key={chosen.id}
            resource={resource}
            path={path}
            rowId={id}
            document={document}
            revisions={data}
            chosen={chosen}
          />
        </div>
      )}
    </div>
  );
}
