import { useEffect, type ReactNode } from 'react';
import { useNavigate, Link } from 'react-router-dom';
import { describeFailure } from '../../api/errors.ts';
import { shownName } from '../../descriptors/documents.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button, buttonClass } from '../../ui/plain/Button.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { undone } from '../review/undoWrite.ts';
import { singularName, pluralName } from '../resourceMessages.ts';
import { iconNamed } from '../iconNamed.ts';
import styles from './EditorPage.module.css';
import { EditorHead } from './EditorHead.tsx';
import type { DocumentResource, Target } from './openDocument.ts';
import { useOpening, type Opening } from './useOpening.ts';

const editor = lazyComponent(() => import('./DocumentEditor.tsx'), {
  name: 'The editor',
  waiting: <Waiting>Loading the editor</Waiting>,
});
// The document and the editor are fetched in parallel.
void editor.fetch();

type Props = { resource: DocumentResource; name: string; target: Target };

/** Loads a document and shows it, or the reason why it cannot. The head is shown from the beginning. */
export function DocumentPage({ resource, name, target }: Props) {
  const { opening, again } = useOpening(resource, name, target);
  const navigate = useNavigate();
  const id = target.kind === 'existing' ? target.id : undefined;
  // Also before the editor is loaded: the user may undo a creation as soon as it is announced.
  useEffect(
    () =>
      undone.subscribe((undoneText) => {
        if (undoneText.name === name && undoneText.id === id && !undoneText.copy) void navigate(`/${name}`);
      }),
    [name, id, navigate],
  );
  const shell = (body: ReactNode) => (
    <div className={styles.page}>
      <EditorHead
        resource={resource}
        title={
          target.kind === 'existing'
            ? shownName(resource, target.id) || resource.label[0]
            : `New ${singularName(resource)}`
        }
      />
      {body}
    </div>
  );
  if (opening.kind !== 'open') return shell(<Closed opening={opening} again={again} {...{ resource, name, target }} />);
  return <editor.Part around={shell} resource={resource} name={name} target={target} document={opening.document} />;
}

type ClosedProps = Props & { opening: Exclude<Opening, { kind: 'open' }>; again: () => void };

function Closed({ opening, again, resource, target }: ClosedProps) {
  if (opening.kind === 'loading') return <Waiting>{`Loading the ${singularName(resource)}`}</Waiting>;
  if (opening.kind === 'missing') return <MissingDocument resource={resource} target={target} draft={opening.draft} />;
  const { why, details } = describeFailure(opening.error);
  return (
    <div className={styles.notes}>
      <ErrorNote
        what={`The ${singularName(resource)} could not be loaded`}
        why={why}
        safe="Unsaved text is kept as a draft in this browser"
        details={details}
        actions={<Button onClick={again}>Try again</Button>}
      />
    </div>
  );
}

type MissingDocumentProps = { resource: DocumentResource; target: Target; draft: string | undefined };

/** The server has no such document. An unsaved draft of it is still shown. */
function MissingDocument({ resource, target, draft }: MissingDocumentProps) {
  const targetName = shownName(resource, (target.kind === 'existing' ? target.id : target.from) ?? '');
  return (
    <EmptyText
      icon={iconNamed(resource.icon) ?? 'file-down'}
      title={`There is no ${`${singularName(resource)} ${targetName}`.trim()}`}
      actions={
        <>
          <Link className={buttonClass({ kind: 'primary', size: 'form' })} to={`/${resource.path}`}>
            {`All ${pluralName(resource)}`}
          </Link>
          <Link className={buttonClass({ size: 'form' })} to={`/${resource.path}/new`}>
            {`New ${singularName(resource)}`}
          </Link>
        </>
      }
    >
      <p>It was deleted, or the address is wrong.</p>
      {draft !== undefined && (
        <>
          <p>Unsaved text for it was kept in this browser:</p>
          <CopyBox label="Unsaved text" text={draft} />
        </>
      )}
    </EmptyText>
  );
}
