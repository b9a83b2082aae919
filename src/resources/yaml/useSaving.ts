import { useDataProvider } from 'ra-core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { textAt } from '../../lib/json.ts';
import type { Copy } from '../review/judgeCopy.ts';
import { announceWrite, undone } from '../review/undoWrite.ts';
import type { Written } from '../review/useReview.ts';
import { useRowWrites } from '../useRowWrites.ts';
import { encodeSegment } from '../../api/urls.ts';
import { nameOf } from '../../descriptors/documents.ts';
import { toasts } from '../../ui/toasts.ts';
import type { CodeHandle } from './monaco/codeHandle.ts';
import type { DocumentResource, OpenedDocument, Target } from './openDocument.ts';

type Options = {
  resource: DocumentResource;
  name: string;
  target: Target;
  document: OpenedDocument;
  code: CodeHandle | undefined;
};

/** What happens on the page when its document was written, or a write was taken back. */
export function useSaving({ resource, name, target, document: { session }, code }: Options) {
  const dataProvider = useDataProvider();
  const writes = useRowWrites(name);
  const navigate = useNavigate();
  const list = `/${name}`;
  const id = target.kind === 'existing' ? target.id : undefined;

  useEffect(
    () =>
      undone.subscribe((what) => {
        if (what.name !== name || what.id !== id) return;
        if (!what.copy) return void navigate(list);
        // Words typed since the write stay; they now stand against the older copy.
        if (session.state.get().isChanged) return session.rebase(what.copy, session.text);
        session.rebase(what.copy, what.copy.text);
        code?.replaceAll(what.copy.text);
      }),
    [name, id, session, code, navigate, list],
  );

  return {
    /** The name that the text gives itself. */
    nameNow: (): string =>
      id === undefined ? textAt(session.checkNow().value, 'metadata', 'name').trim() : nameOf(resource, id),
    /** `isFinal`: what the server had is not known here, so that nothing can be taken back. */
    written(written: Written, isFinal: boolean): void {
      session.rebase(written.copy, written.copy.text);
      if (isFinal && written.before)
        toasts.show({ text: `${resource.label[0]} ${nameOf(resource, written.row.id)} saved` });
      else announceWrite({ resource, name, dataProvider, writes }, written);
      if (id === undefined) void navigate(`${list}/${encodeSegment(written.row.id)}`, { replace: true });
      else code?.replaceAll(written.copy.text);
    },
    edit(text: string, base: Copy): void {
      session.rebase(base, text);
      code?.replaceAll(text);
      code?.focus();
    },
  };
}
