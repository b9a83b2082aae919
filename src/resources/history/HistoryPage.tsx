import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { readHistory } from '../../api/history.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { nameOf, shownName, typeOf } from '../../descriptors/documents.ts';
import { resourceName, rowSegment } from '../../descriptors/resourceName.ts';
import { restrict } from '../../descriptors/restrict.ts';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { buttonClass } from '../../ui/plain/Button.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { useUser } from '../useUser.ts';
import { singularName } from '../resourceMessages.ts';
import { EditorHead } from '../yaml/EditorHead.tsx';
import styles from './History.module.css';
import { ReadFailure } from './ReadFailure.tsx';
import { RevisionCompare } from './RevisionCompare.tsx';
import { RevisionList } from './RevisionList.tsx';
import { useChosen } from './useChosen.ts';

/** The history of one document: its revisions, their authors, the changes, and a restore button. */
export default function HistoryPage({ descriptor }: { descriptor: Resource }) {
  const params = useParams();
  const { acl } = useUser();
  const resource = useMemo(() => restrict(descriptor, acl), [descriptor, acl]);
  const { yaml } = resource;
  if (!yaml) throw new Error(`${descriptor.label[1]} cannot be edited as documents`);
  const { id = '' } = params;
  const documents = { ...resource, yaml };
  const path = resourceName(resource, params);
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'history', id],
    queryFn: async ({ signal }) => {
      await yaml.ids?.find?.(id);
      const document = { kind: typeOf(documents, id).kind, name: nameOf(resource, id) };
      const revisions = document.name === '' ? [] : await readHistory(document.kind, document.name, signal);
      return { document, revisions };
    },
    staleTime: 0,
  });
  const { document, revisions } = data ?? {};
  const chosen = useChosen(revisions);
  const isGone = revisions?.[0]?.change === 'removed';
  const called = shownName(resource, id);
  return (
    <div className={styles.page}>
      <EditorHead resource={documents} title={`History of ${called || singularName(resource)}`}>
        {revisions && revisions.length > 0 && !isGone && (
          <Link className={buttonClass({})} to={`/${path}/${rowSegment(id)}`}>
            {`Open ${singularName(resource)}`}
          </Link>
        )}
      </EditorHead>
      {error ? (
        <ReadFailure what="Could not load the history" error={error} onAgain={() => void refetch()} />
      ) : !document || !revisions ? (
        <Waiting>Loading the history</Waiting>
      ) : revisions.length === 0 ? (
        <EmptyText icon="clock" title={`There is no history of ${`${singularName(resource)} ${called}`.trim()}`}>
          <p>It has not been saved since the server started to keep a history, or it never existed.</p>
        </EmptyText>
      ) : (
        <div className={styles.body}>
          <RevisionList revisions={revisions} chosen={chosen} />
          <RevisionCompare
            key={chosen.id}
            resource={resource}
            path={path}
            rowId={id}
            document={document}
            called={called}
            revisions={revisions}
            chosen={chosen}
          />
        </div>
      )}
    </div>
  );
}
