import { useState, type DragEvent } from 'react';
import { bringsFiles } from './pickedFiles.ts';

type Options = {
  /** Why nothing can be dropped now. */
  off: string | undefined;
  onDrop: (dragged: DataTransfer) => void;
};

/** Handlers for what takes files by drop, and whether some are over it now. A file that nobody takes would replace the page. */
export function useFileDrop({ off, onDrop }: Options) {
  // Each element under the pointer tells of its own entering and leaving.
  const [depth, setDepth] = useState(0);
  const heed = (event: DragEvent, act: () => void) => {
    if (!bringsFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = off === undefined ? 'copy' : 'none';
    act();
  };
  return {
    isOver: depth > 0,
    handlers: {
      onDragEnter: (event: DragEvent) => heed(event, () => setDepth((before) => before + 1)),
      onDragOver: (event: DragEvent) => heed(event, () => undefined),
      onDragLeave: (event: DragEvent) => heed(event, () => setDepth((before) => Math.max(0, before - 1))),
      onDrop: (event: DragEvent) =>
        heed(event, () => {
          setDepth(0);
          if (off === undefined) onDrop(event.dataTransfer);
        }),
    },
  };
}
