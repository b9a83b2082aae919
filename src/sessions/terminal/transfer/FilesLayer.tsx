import { useStore } from '../../../ui/useStore.ts';
import { FilesPanel } from './FilesPanel.tsx';
import type { PaneFiles } from './PaneFiles.ts';
import { RequestBox } from './RequestBox.tsx';

export type FilesLayerProps = {
  files: PaneFiles;
  /** Of the server, as the title says it. */
  host: string;
  isModerated: boolean;
  /** Why nothing can be asked for now. */
  off: string | undefined;
  /** Name of the signed-in person, once it is known. */
  self: string | undefined;
  /** The panel was closed by the person. */
  onClosed: () => void;
};

/** What lies over a pane about files: requests that wait for an answer, and the panel. */
export default function FilesLayer({ files, host, isModerated, off, self, onClosed }: FilesLayerProps) {
  const side = useStore(files.panel);
  const close = () => {
    files.panel.set(undefined);
    onClosed();
  };
  return (
    <>
      <RequestBox transfers={files.transfers} self={self} />
      {side && <FilesPanel files={files} side={side} host={host} isModerated={isModerated} off={off} onClose={close} />}
    </>
  );
}
