import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { readRemoved } from '../../api/history.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { idOf, shownName } from '../../descriptors/documents.ts';
import { resourceName, historyPath } from '../../descriptors/resourceName.ts';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { Time } from '../../ui/Time.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { pluralName } from '../resourceMessages.ts';
import { EditorHead } from '../yaml/EditorHead.tsx';
import styles from './History.module.css';
import { ReadFailure } from './ReadFailure.tsx';

/** Removed documents of a resource: who removed them, and their last text. */
export default function RemovedPage({ descriptor }: { descriptor: Resource }) {
  const params = useParams();
  const { yaml } = descriptor;
  if (!yaml) throw new Error(`${descriptor.label[1]} cannot be edited as documents`);
  const resource = { ...descriptor, yaml };
  const path = resourceName(descriptor, params);
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'removed'],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        yaml.types.map(async (type) => (await readRemoved(type.kind, signal)).map((removed) => ({ ...removed, type }))),
      );
      return found.flat().sort((a, b) => b.time.getTime() - a.time.getTime());
    },
    staleTime: 0,
  });
  return (
    <div className={styles.page}>
      <EditorHead resource={resource} title="Removed" />
      {error ? (
        <ReadFailure
          what={`Could not load removed ${pluralName(descriptor)}`}
          error={error}
          onAgain={() => void refetch()}
        />
      ) : !data ? (
        <Waiting>{`Loading removed ${pluralName(descriptor)}`}</Waiting>
      ) : data.length === 0 ? (
        <EmptyText icon="trash-2" title={`No removed ${pluralName(descriptor)}`}>
          <p>Removed items appear here with the user who removed them. You can restore them.</p>
        </EmptyText>
      ) : (
        <ul className={styles.removed} aria-label={`Removed ${pluralName(descriptor)}`}>
          {data.map(({ type, name, author, time }) => (
            <li key={`${type.kind}/${name}`}>
              <Gone to={isMasked(name) ? undefined : historyPath(path, idOf(resource, type, name))}>
                <span className={styles.name}>
                  {isMasked(name) ? name : shownName(resource, idOf(resource, type, name))}
                </span>
                <span className={styles.who}>
                  {yaml.types.length > 1 ? `${type.label}, removed` : 'Removed'} by {author}
                </span>
                <span className="row g8 num">
                  <Time date={time} />
                </span>
              </Gone>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Names contain no asterisk, so one means a masked name. The history of a secret name needs the whole name. */
const isMasked = (name: string): boolean => name.includes('*');

const Gone = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <span className={styles.gone}>{children}</span>
  ) : (
    <Link className={styles.gone} to={to}>
      {children}
    </Link>
  );
