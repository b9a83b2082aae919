import { Icon } from '../../../ui/plain/Icon.tsx';
import { useStore } from '../../../ui/useStore.ts';
import styles from './DropTarget.module.css';
import type { PaneFiles } from './PaneFiles.ts';

/** Over a pane while files are dragged over it: where they would go. */
export function DropTarget({ files, host, off }: { files: PaneFiles; host: string; off: string | undefined }) {
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
