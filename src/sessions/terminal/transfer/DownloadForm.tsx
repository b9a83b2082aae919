import { useStore } from '../../../ui/useStore.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import styles from './FilesPanel.module.css';
import type { PaneFiles } from './PaneFiles.ts';
import { folderOf } from './remotePaths.ts';
import { PathField } from './PathField.tsx';

type Props = { files: PaneFiles; host: string; isModerated: boolean; off: string | undefined };

export function DownloadForm({ files, host, isModerated, off }: Props) {
  const path = useStore(files.path);
  const name = path.trim();
  const noFile = name === '' || name.endsWith('/') || name === '~' ? 'Name a file, not a folder' : undefined;
  const problem = off ?? noFile;
  const begin = () => {
    if (problem !== undefined) return;
    files.transfers.download(name);
    files.path.set(folderOf(name) || '~/');
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
        label={`File on ${host}`}
        value={path}
        onChange={files.path.set}
        wants="files"
        look={(folder) => files.transfers.folders.look(folder)}
        help={
          isModerated ? 'A file, not a folder. This session is moderated: another person has to approve' : undefined
        }
        after={
          <Button type="submit" size="form" kind="primary" off={problem} onClick={begin}>
            {isModerated ? 'Ask to download' : 'Download'}
          </Button>
        }
      />
    </form>
  );
}
