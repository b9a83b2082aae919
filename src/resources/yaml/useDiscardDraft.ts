import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toasts } from '../../ui/toasts.ts';
import type { DocumentSession } from './DocumentSession.ts';
import type { CodeHandle } from './monaco/codeHandle.ts';

/** The open editors, by their addresses. */
const openEditors = new Map<string, CodeHandle>();

/**
 * Discards the unsaved text of an editor, and offers an undo for a moment. If the page is closed by then, undo stores
 * the text as its draft again and opens the page.
 */
export function useDiscardDraft<C>(session: DocumentSession<C>, code: CodeHandle | undefined): () => void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const address = pathname + search;
  useEffect(() => {
    if (!code) return;
    openEditors.set(address, code);
    return () => void openEditors.delete(address);
  }, [address, code]);

  const undo = (discarded: string) => {
    const editor = openEditors.get(address);
    if (editor) return editor.replaceAll(discarded);
    session.edit(discarded);
    session.keepNow();
    void navigate(address);
  };
  return () => {
    const discarded = session.text;
    code?.replaceAll(session.discard());
    code?.focus();
    toasts.show({ text: 'Draft discarded', undo: () => undo(discarded) });
  };
}
