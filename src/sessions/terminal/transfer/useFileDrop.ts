import { useState, type DragEvent } from 'react';
import { bringsFiles } from './pickedFiles.ts';

type Options = {
  /** The reason why a drop is disabled now. */
  off: string | undefined;
  onDrop: (dragged: DataTransfer) => void;
};

/**
 * Handlers for an element that accepts dropped files, and whether files are over it now. A file dropped elsewhere would
 * replace the page.
 */
export function useFileDrop({ off, onDrop }: Options) {
  // Each element under the pointer fires its own enter and leave events.
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
