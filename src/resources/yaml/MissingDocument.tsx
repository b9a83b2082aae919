import { Link } from 'react-router-dom';
import { shownName } from '../../descriptors/documents.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { buttonClass } from '../../ui/plain/Button.tsx';
import { iconNamed } from '../iconNamed.ts';
import { many, one } from '../resourceMessages.ts';
import type { DocumentResource, Target } from './openDocument.ts';

type Props = { resource: DocumentResource; target: Target; draft: string | undefined };

/** The server has no such document; words that were kept for it are not lost with it. */
export function MissingDocument({ resource, target, draft }: Props) {
  const wanted = shownName(resource, (target.kind === 'existing' ? target.id : target.from) ?? '');
  return (
    <EmptyText
      icon={iconNamed(resource.icon) ?? 'file-down'}
      title={`There is no ${`${one(resource)} ${wanted}`.trim()}`}
      actions={
        <>
          <Link className={buttonClass({ kind: 'primary', size: 'form' })} to={`/${resource.path}`}>
            {`All ${many(resource)}`}
          </Link>
          <Link className={buttonClass({ size: 'form' })} to={`/${resource.path}/new`}>
            {`New ${one(resource)}`}
          </Link>
        </>
      }
    >
      <p>It was deleted, or the address is not right.</p>
      {draft !== undefined && (
        <>
          <p>Unsaved text for it was kept in this browser:</p>
          <CopyBox label="Unsaved text" text={draft} />
        </>
      )}
    </EmptyText>
  );
}
