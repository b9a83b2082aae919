import { lazyComponent } from '../../../ui/lazyComponent.ts';
import { useStore } from '../../../ui/useStore.ts';
import { DropTarget } from './DropTarget.tsx';
import type { FilesLayerProps } from './FilesLayer.tsx';

const layer = lazyComponent(() => import('./FilesLayer.tsx'), { what: 'The files', look: 'over' });

/** All about files that lies over a pane. Its code comes when there is something to show. */
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
