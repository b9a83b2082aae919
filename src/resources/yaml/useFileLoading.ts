import { useState, type DragEvent } from 'react';
import { fileText, pickText, type FileText } from './files.ts';
import type { CodeHandle } from './monaco/codeHandle.ts';

/** Files as texts: picked, or dropped anywhere on the editor, where Monaco would write their names. */
export function useFileLoading(code: CodeHandle | undefined, mayEdit: boolean) {
  const [fault, setFault] = useState<string>();
  const load = async (picked: Promise<FileText>): Promise<void> => {
    const file = await picked;
    setFault(file.ok ? undefined : file.why);
    if (file.ok) code?.replaceAll(file.text);
  };
  return {
    /** Why a file was not loaded. */
    fault,
    pick: () => void load(pickText()),
    target: {
      onDragOverCapture(event: DragEvent) {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      },
      onDropCapture(event: DragEvent) {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        event.stopPropagation();
        if (mayEdit) void load(fileText(file));
      },
    },
  };
}
