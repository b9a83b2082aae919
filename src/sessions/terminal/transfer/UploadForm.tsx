import { useEffect, useRef } from 'react';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { useStore } from '../../../ui/useStore.ts';
import styles from './FilesPanel.module.css';
import { chosenFiles } from './pickedFiles.ts';
import type { PaneFiles } from './PaneFiles.ts';
import { PathField } from './PathField.tsx';
import { useFileDrop } from './useFileDrop.ts';

type Props = { files: PaneFiles; host: string; isModerated: boolean; off: string | undefined };

export function UploadForm({ files, host, isModerated, off }: Props) {
  const folder = useStore(files.folder);
  const several = useRef<HTMLInputElement>(null);
  const whole = useRef<HTMLInputElement>(null);
  // The folder that was shown when the choice began: a program may change it meanwhile.
  const target = useRef<string>(undefined);
  useEffect(() => {
    if (whole.current) whole.current.webkitdirectory = true;
  }, []);
  const problem = off ?? (folder.trim() === '' ? 'Name a folder to upload into' : undefined);
  const { isOver, handlers } = useFileDrop({ off: problem, onDrop: (dragged) => void files.drop(dragged) });
  const take = (field: HTMLInputElement) => {
    const into = target.current ?? folder.trim();
    if (field.files && problem === undefined) files.transfers.upload(chosenFiles(field.files), into);
    target.current = undefined;
    // The same file can be chosen again.
    field.value = '';
  };
  const choose = (field: HTMLInputElement | null) => {
    target.current = folder.trim();
    if (problem === undefined) field?.click();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        choose(several.current);
      }}
    >
      <PathField
        label={`Into this folder on ${host}`}
        value={folder}
        onChange={files.folder.set}
        wants="folders"
        look={(path) => files.transfers.folders.look(path)}
        help={isModerated ? 'This session is moderated: another person has to approve each file' : problem}
      />
      <div className={cx(styles.drop, isOver && problem === undefined && styles.over)} {...handlers}>
        <Icon name="upload" />
        <span>
          Drop files here, or{' '}
          <button
            type="button"
            className={styles.link}
            aria-disabled={problem !== undefined || undefined}
            onClick={() => choose(several.current)}
          >
            choose files
          </button>{' '}
          or{' '}
          <button
            type="button"
            className={styles.link}
            aria-disabled={problem !== undefined || undefined}
            onClick={() => choose(whole.current)}
          >
            a folder
          </button>
        </span>
      </div>
      <input ref={several} type="file" multiple hidden onChange={(event) => take(event.currentTarget)} />
      <input ref={whole} type="file" hidden onChange={(event) => take(event.currentTarget)} />
    </form>
  );
}
