import { useState, type DragEvent } from 'react';
import { saveFile } from '../../ui/plain/saveFile.ts';
import type { CodeHandle } from './monaco/codeHandle.ts';

/** Longer files are not documents, and the editor could not check them (src/wire/yaml rejects them). */
const MAX_BYTES = 2_500_000;

type FileText = { ok: true; name: string; text: string } | { ok: false; why: string };

/** Files as texts: picked, or dropped anywhere on the editor. Monaco would insert the names of dropped files. */
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

export function downloadText(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'application/yaml' }));
}

/**
 * The text of a file, or why it cannot be one. Bytes that are not UTF-8 are rejected, because they would change on
 * saving.
 */
export async function fileText(file: File): Promise<FileText> {
  if (file.size > MAX_BYTES) return { ok: false, why: `${file.name} is larger than 2.5 MB` };
  try {
    const bytes = await file.arrayBuffer();
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (text.includes('\0')) return { ok: false, why: `${file.name} is not a text file` };
    return { ok: true, name: file.name, text };
  } catch (error) {
    return { ok: false, why: `${file.name} ${error instanceof TypeError ? 'is not UTF-8 text' : 'cannot be read'}` };
  }
}

/** Lets the user pick a file. Never resolves if the user picks none. */
function pickText(): Promise<FileText> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.yaml,.yml,.json,text/yaml,application/yaml,application/json';
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file) void fileText(file).then(resolve);
    });
    input.click();
  });
}
