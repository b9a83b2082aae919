import { useState } from 'react';
import { useStore } from '../../../ui/useStore.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import styles from './FilesPanel.module.css';
import type { PaneFiles } from './PaneFiles.ts';
import { folderOf, HOME } from './remotePaths.ts';
import { PathField } from './PathField.tsx';

type Props = { files: PaneFiles; host: string; isModerated: boolean; off: string | undefined };

export function DownloadForm({ files, host, isModerated, off }: Props) {
  const path = useStore(files.path);
  const name = path.trim();
  const { areSent } = files.transfers.folders;
  const isFolder = name.endsWith('/');
  // The folder that stands there after a download waits for the name of the next file.
  const [left, setLeft] = useState(HOME);
  const initialFolder = useStore(files.initialFolder);
  const problem = off ?? problemOf(name === left || name === initialFolder ? '' : name, areSent);
  const begin = () => {
    if (problem !== undefined) return;
    files.transfers.download(name);
    const folder = folderOf(name.replace(/\/$/, '')) || HOME;
    setLeft(folder);
    files.path.set(folder);
  };
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <PathField
        label={areSent ? `File or folder on ${host}` : `File on ${host}`}
        value={path}
        onChange={files.path.set}
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

/** A home or a whole disk is hardly ever meant, nor all of the shell's directory: its name stands in the field before anything is typed. */
function problemOf(name: string, areFoldersSent: boolean): string | undefined {
  if (/^(~?\/*)$/.test(name)) return areFoldersSent ? 'Name a file or a folder' : 'Name a file';
  return name.endsWith('/') && !areFoldersSent
    ? 'Name a file, not a folder. This server sends single files'
    : undefined;
}

type Help = { areSent: boolean; isFolder: boolean; isModerated: boolean };

function helpOf({ areSent, isFolder, isModerated }: Help): string | undefined {
  const folder = areSent ? 'End a folder with a slash.' : 'A file, not a folder.';
  if (isModerated) return `${folder} This session is moderated: another person has to approve`;
  return isFolder ? 'The folder is downloaded as a tar archive' : undefined;
}
