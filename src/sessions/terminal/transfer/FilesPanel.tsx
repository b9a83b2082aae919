import { useEffect, useState, type KeyboardEvent } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { visibleLine } from '../../../lib/visibleText.ts';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import { Segmented } from '../../../ui/plain/Segmented.tsx';
import { useStore } from '../../../ui/useStore.ts';
import styles from './FilesPanel.module.css';
import type { FilesSide, PaneFiles } from './PaneFiles.ts';
import { shellWord } from './remotePaths.ts';
import { DownloadForm, UploadForm } from './TransferForms.tsx';
import { countsOf, isFailed, isOver, isRunning, tallyOf, type Transfer } from './transferItem.ts';
import { TransferRow } from './TransferRow.tsx';
import type { Transfers } from './Transfers.ts';

type Props = {
  files: PaneFiles;
  side: FilesSide;
  host: string;
  isModerated: boolean;
  off: string | undefined;
  onClose: () => void;
};

/** More rows would slow down the active ones, and users do not read that many. */
const SHOWN_MAX = 200;

/** At the corner of a pane: file transfers with its server (screens §8.1). Closing it does not stop the transfers. */
export function FilesPanel({ files, side, host, isModerated, off, onClose }: Props) {
  const { transfers } = files;
  const list = useStore(transfers.list);
  const problem = useStore(transfers.problem);
  const canList = useCanList(transfers, isModerated || off !== undefined);
  const { failed } = tallyOf(list);
  const isCleared = list.some(isOver) ? isOver : isFailed;
  const form = { files, host, isModerated, off };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <section className={styles.panel} role="dialog" aria-label={`Files of ${host}`} onKeyDown={closeByKey}>
      <header className={styles.head}>
        <h3 className={styles.title}>Files</h3>
        <Segmented
          label="Direction"
          size="inline"
          value={side}
          segments={{ download: 'Download', upload: 'Upload' }}
          onChange={(next) => files.panel.set(next)}
        />
        <span className="grow" />
        <IconButton icon="x" label="Close files (transfers continue)" keys="Esc" onClick={onClose} />
      </header>
      <div className={styles.form}>
        {/* Each side starts with the focus in its field. */}
        {side === 'download' ? <DownloadForm key="download" {...form} /> : <UploadForm key="upload" {...form} />}
        {canList === false && (
          <p className="t3 small">
            {transfers.isChallenged
              ? 'Each file needs your security key, so folders are not listed and there is no path completion'
              : 'This server does not list its folders, so there is no path completion'}
            {side === 'upload' &&
              !transfers.keepsFiles &&
              '. An existing file of the same name is replaced without asking'}
            .
          </p>
        )}
        {problem !== undefined && <Note kind="danger">{problem}</Note>}
        <NeededFolders list={list} transfers={transfers} host={host} />
      </div>
      <Rows list={list} transfers={transfers} />
      {list.length > 0 && (
        <footer className={styles.foot}>
          <span className="num" role="status">
            {countsOf(list)}
          </span>
          <span className="grow" />
          {failed > 1 && (
            <Button kind="quiet" size="inline" onClick={() => transfers.retryAll()}>
              Retry {failed} failed
            </Button>
          )}
          {list.filter(isRunning).length > 1 && (
            <Button kind="quiet" size="inline" onClick={() => transfers.cancelAll()}>
              Cancel all
            </Button>
          )}
          {list.some(isCleared) && (
            <Button kind="quiet" size="inline" onClick={() => transfers.clear(isCleared)}>
              {isCleared === isOver ? 'Clear done' : 'Clear failed'}
            </Button>
          )}
        </footer>
      )}
    </section>
  );
}

function Rows({ list, transfers }: { list: readonly Transfer[]; transfers: Transfers }) {
  if (list.length === 0) return null;
  const moving = list.filter(({ state: { kind } }) => kind !== 'waits' && kind !== 'checking' && kind !== 'done');
  const listed = list.length > SHOWN_MAX ? [...moving, ...list.filter((transfer) => !moving.includes(transfer))] : list;
  const asking = list.filter(({ state }) => state.kind === 'needsAnswer').length;
  return (
    <ul className={styles.list} aria-label="Transfers">
      {listed.slice(0, SHOWN_MAX).map((transfer) => (
        <TransferRow key={transfer.id} transfer={transfer} transfers={transfers} asking={asking} />
      ))}
      {list.length > SHOWN_MAX && <li className={styles.more}>{plural(list.length - SHOWN_MAX, 'more file')}</li>}
    </ul>
  );
}

/** Missing folders: the server creates them on request, or the user does, in the terminal behind the panel. */
function NeededFolders({ list, transfers, host }: { list: readonly Transfer[]; transfers: Transfers; host: string }) {
  const waiting = list.flatMap(({ state, request }) => (state.kind === 'needsFolders' ? [{ ...state, request }] : []));
  if (waiting.length === 0) return null;
  const fileCount = waiting.filter(({ request }) => request.direction === 'upload' && !request.isFolder).length;
  const folders = [...new Set(waiting.flatMap((transfer) => transfer.folders))];
  const canCreate = waiting.every((transfer) => transfer.canCreate);
  const upload = fileCount > 0 ? `Upload ${plural(fileCount, 'file')} now` : 'Continue';
  // Creating the innermost folders also creates their parents.
  const leaves = folders.filter((folder) => !folders.some((other) => other.startsWith(`${folder}/`)));
  const problem = canCreate
    ? `Missing on ${host}: ${visibleLine(folders.join(', '))}`
    : `${plural(folders.length, 'folder')} must be on ${host} first.`;
  return (
    <Note
      kind="warn"
      title={problem}
      actions={
        <>
          <Button size="inline" onClick={() => transfers.answerFolders(true)}>
            {canCreate ? `Create ${plural(folders.length, 'folder')} and upload` : upload}
          </Button>
          <Button size="inline" kind="quiet" onClick={() => transfers.answerFolders(false)}>
            Skip {plural(waiting.length, 'upload')}
          </Button>
        </>
      }
    >
      {!canCreate && (
        <>
          This server accepts files but cannot create folders. Create them in the terminal:
          <CopyBox command label="Command" text={`mkdir -p ${leaves.toSorted().map(shellWord).join(' ')}`} />
        </>
      )}
    </Note>
  );
}

/** Undefined while it is unknown. */
function useCanList(transfers: Transfers, isOff: boolean): boolean | undefined {
  const [canList, setCanList] = useState<boolean>();
  useEffect(() => {
    if (!isOff) void transfers.folders.canList().then(setCanList);
  }, [transfers, isOff]);
  return canList;
}
