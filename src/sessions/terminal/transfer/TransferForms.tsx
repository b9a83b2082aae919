import { useState, useEffect, useRef } from 'react';
import { Button } from '../../../ui/plain/Button.tsx';
import { handleSubmit } from '../../../ui/plain/Field.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { useStore } from '../../../ui/useStore.ts';
import styles from './FilesPanel.module.css';
import type { PaneFiles } from './PaneFiles.ts';
import { PathField } from './PathField.tsx';
import { chosenFiles } from './pickedFiles.ts';
import { folderOf, HOME } from './remotePaths.ts';
import { useFileDrop } from './useFileDrop.ts';

type Props = { files: PaneFiles; host: string; isModerated: boolean; off: string | undefined };

export function DownloadForm({ files, host, isModerated, off }: Props) {
  const name = useStore(files.path);
  const { areSent } = files.transfers.folders;
  const isFolder = name.endsWith('/');
  // The preset folder, at first and after a download, waits for the name of the next file.
  const [isPreset, setPreset] = useState(name === files.initialFolder.get());
  const problem = off ?? problemOf(name, areSent, isPreset);
  const begin = () => {
    if (problem !== undefined) return;
    files.transfers.download(name);
    setPreset(true);
    files.path.set(folderOf(name.replace(/\/$/, '')) || HOME);
  };
  return (
    <form className={styles.line} onSubmit={handleSubmit(begin)}>
      <PathField
        label={areSent ? `File or folder on ${host}` : `File on ${host}`}
        value={name}
        onChange={(next) => {
          setPreset(false);
          files.path.set(next);
        }}
        wants="files"
        look={(folder) => files.transfers.folders.look(folder)}
        help={helpOf({ areSent, isFolder: isFolder && problem === undefined, isModerated })}
        after={
          <Button type="submit" size="form" kind="primary" off={problem}>
            {isModerated ? 'Ask to download' : 'Download'}
          </Button>
        }
      />
    </form>
  );
}

/** A home directory or a whole disk is rarely intended, nor is the preset folder before any input. */
function problemOf(name: string, areFoldersSent: boolean, isPreset: boolean): string | undefined {
  if (/^(~?\/*)$/.test(name)) return areFoldersSent ? 'Enter a file or a folder' : 'Enter a file';
  if (!name.endsWith('/')) return undefined;
  if (!areFoldersSent) return 'Enter a file, not a folder. This server supports single files only';
  return isPreset ? 'Enter a file name, or type the last slash again to download the folder' : undefined;
}

type Help = { areSent: boolean; isFolder: boolean; isModerated: boolean };

function helpOf({ areSent, isFolder, isModerated }: Help): string | undefined {
  const folder = areSent ? 'End a folder with a slash.' : 'A file, not a folder.';
  if (isModerated) return `${folder} This session is moderated: another participant must approve`;
  return isFolder ? 'The folder is downloaded as a tar archive' : undefined;
}

export function UploadForm({ files, host, isModerated, off }: Props) {
  const folder = useStore(files.folder);
  const several = useRef<HTMLInputElement>(null);
  const whole = useRef<HTMLInputElement>(null);
  // The folder that was shown when the file dialog opened: a program may change it since.
  const target = useRef<string>(undefined);
  useEffect(() => {
    if (whole.current) whole.current.webkitdirectory = true;
  }, []);
  const problem = off ?? (folder === '' ? 'Enter a folder to upload into' : undefined);
  const { isOver, handlers } = useFileDrop({ off: problem, onDrop: (dragged) => void files.drop(dragged) });
  const take = (field: HTMLInputElement) => {
    const into = target.current ?? folder;
    if (field.files && problem === undefined) files.transfers.upload(chosenFiles(field.files), into);
    target.current = undefined;
    // Allows choosing the same file again.
    field.value = '';
  };
  const choose = (field: HTMLInputElement | null) => {
    target.current = folder;
    if (problem === undefined) field?.click();
  };
  return (
    <form onSubmit={(event) => handleSubmit(() => choose(several.current))(event)}>
      <PathField
        label={`Into this folder on ${host}`}
        value={folder}
        onChange={files.folder.set}
        wants="folders"
        look={(path) => files.transfers.folders.look(path)}
        help={isModerated ? 'This session is moderated: another participant must approve each file' : problem}
      />
      <div className={cx(styles.drop, isOver && problem === undefined && styles.over)} {...handlers}>
        <Icon name="upload" />
        <span>
          Drop files here, or{' '}
          <Pick off={problem !== undefined} onClick={() => choose(several.current)}>
            choose files
          </Pick>{' '}
          or{' '}
          <Pick off={problem !== undefined} onClick={() => choose(whole.current)}>
            a folder
          </Pick>
        </span>
      </div>
      <input ref={several} type="file" multiple hidden onChange={(event) => take(event.currentTarget)} />
      <input ref={whole} type="file" hidden onChange={(event) => take(event.currentTarget)} />
    </form>
  );
}

const Pick = ({ off, onClick, children }: { off: boolean; onClick: () => void; children: string }) => (
  <button type="button" className={styles.link} aria-disabled={off || undefined} onClick={onClick}>
    {children}
  </button>
);
