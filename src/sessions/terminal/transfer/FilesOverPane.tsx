import { lazyComponent } from '../../../ui/lazyComponent.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { TerminalSession } from '../session/TerminalSession.ts';
import type { FilesLayerProps } from './FilesLayer.tsx';
import styles from './FilesOverPane.module.css';
import type { PaneFiles } from './PaneFiles.ts';

const layer = lazyComponent(() => import('./FilesLayer.tsx'), { name: 'The files', look: 'over' });

/** All file overlays of a pane. Their code loads when there is something to show. */
export function FilesOverPane({ isDraggedOver, ...props }: FilesLayerProps & { isDraggedOver: boolean }) {
  const { files, host, off } = props;
  const side = useStore(files.panel);
  const requests = useStore(files.transfers.requests.pending);
  return (
    <>
      {(side !== undefined || requests.length > 0) && (
        <layer.Part {...props} onClose={() => files.panel.set(undefined)} />
      )}
      {isDraggedOver && <DropTarget files={files} host={host} off={off} />}
    </>
  );
}

/** Shown while files are dragged over a pane: the folder that they would go to. */
function DropTarget({ files, host, off }: { files: PaneFiles; host: string; off: string | undefined }) {
  const folder = useStore(files.folder);
  return (
    <div className={styles.target} aria-hidden>
      <p className={styles.words}>
        <Icon name={off === undefined ? 'upload' : 'ban'} size={20} />
        {off ?? (
          <span>
            Upload to <code>{folder}</code> on {host}
          </span>
        )}
      </p>
    </div>
  );
}

/** The reason why file transfer is disabled in this session. Undefined if it is enabled. */
export function useFilesOff({ transfers }: PaneFiles, session: TerminalSession, self: string | undefined) {
  useStore(session.state);
  useStore(session.metadata);
  return transfers.off(self);
}
