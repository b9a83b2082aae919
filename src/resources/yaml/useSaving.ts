import { useDataProvider } from 'ra-core';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { textAt } from '../../lib/json.ts';
import { rowSegment } from '../../descriptors/resourceName.ts';
import { idOf, nameOf, shownName } from '../../descriptors/documents.ts';
import { toasts } from '../../ui/toasts.ts';
import type { Verdict } from '../../api/can.ts';
import { mayOf, restrict, type Restricted } from '../../descriptors/restrict.ts';
import { reportEvent } from '../../api/auth.ts';
import type { Copy } from '../review/compareWithServer.ts';
import { announceWrite, undone } from '../review/undoWrite.ts';
import type { Saved } from '../review/useReview.ts';
import { useRowWrites } from '../useRowWrites.ts';
import { singularName } from '../resourceMessages.ts';
import { useUser } from '../useUser.ts';
import { colourLines } from '../review/colourLines.ts';
import type { CodeHandle } from './monaco/codeHandle.ts';
import { readPlainValue } from './problems/checkDocument.ts';
import type { DocumentResource, OpenedDocument, Target } from './openDocument.ts';
import type { Base } from './drafts.ts';

type Options = {
  resource: DocumentResource;
  name: string;
  target: Target;
  document: OpenedDocument;
  code: CodeHandle | undefined;
};

/** Updates the page when its document was written, or a write was undone. */
export function useSaving({ resource, name, target, document: { session, type, refusals }, code }: Options) {
  const dataProvider = useDataProvider();
  const writes = useRowWrites(name);
  const navigate = useNavigate();
  const list = `/${name}`;
  const id = target.kind === 'existing' ? target.id : undefined;

  useEffect(
    () =>
      undone.subscribe((undoneText) => {
        if (undoneText.name !== name || undoneText.id !== id || !undoneText.copy) return; // DocumentPage handles a removed document
        // Text typed since the write stays, and is now compared with the older copy.
        if (session.state.get().isChanged) return session.rebase(undoneText.copy, session.text);
        session.rebase(undoneText.copy, undoneText.copy.text);
        code?.replaceAll(session.text);
      }),
    [name, id, session, code],
  );

  /** The row that the text is or becomes, and its display name. The text shows whether the name is a secret. */
  const subject = () => {
    const { value } = session.checkNow();
    const named = id === undefined ? textAt(value, 'metadata', 'name').trim() : nameOf(resource, id);
    if (named === '') return { id: '', named, called: '' };
    const savedId = id ?? idOf(resource, type, named);
    return { id: savedId, named, called: shownName(resource, savedId, value) };
  };
  return {
    subject,
    fileName(): string {
      const { named, called } = subject();
      return named !== '' && called === named ? named : singularName(resource);
    },
    /** `merged`: the text that was sent instead of the current one. */
    refused(error: unknown, merged: string | undefined): void {
      // A secret in the text is not in the reviewed text, so the text itself is used to find what was rejected.
      refusals.note(error, merged === undefined ? session.checkNow().value : readPlainValue(merged));
      session.checkNow();
    },
    /** `source`: the text that was reviewed. `isFinal`: the server's previous copy is unknown, so there is no undo. */
    written(written: Saved, source: string, isFinal: boolean): void {
      refusals.forget();
      const goesOn = id !== undefined && session.text !== source; // text typed since then stays, as an unsaved change
      session.rebase(written.copy, goesOn ? session.text : written.copy.text);
      if (isFinal && written.before)
        toasts.show({ text: `${resource.label[0]} ${shownName(resource, written.row.id)} saved` });
      else announceWrite({ resource, name, dataProvider, writes }, written);
      // An address with a revision would load the revision's text again.
      if (id === undefined || (target.revision && !goesOn))
        void navigate(`${list}/${rowSegment(written.row.id)}`, { replace: true });
      else if (!goesOn) code?.replaceAll(session.text);
    },
    edit(text: string, base: Copy): void {
      session.rebase(base, text);
      code?.replaceAll(session.text);
      code?.focus();
    },
  };
}

type Rights = {
  /** The resource with what this user may do with documents of this kind. */
  restricted: Restricted;
  /** Whether the user may save the text of the page. */
  may: Verdict;
};

/** What the user may do with one document, by the rules of its kind and by whether it is managed elsewhere. */
export function useDocumentRights(
  resource: DocumentResource,
  { type }: OpenedDocument,
  { heldBecause }: Base,
  isNew: boolean,
): Rights {
  const { acl } = useUser();
  return useMemo(() => {
    const rights = mayOf(resource, acl, type);
    const no: Verdict | undefined = heldBecause === undefined ? undefined : { ok: false, why: heldBecause };
    const may = no ? { ...rights, update: no, remove: no } : rights;
    return { restricted: { ...restrict(resource, acl), may }, may: isNew ? may.create : may.update };
  }, [resource, acl, type, heldBecause, isNew]);
}

/**
 * Reports that the user started a new document, and how that ended, if the resource has events for it (http-auth
 * §12.2).
 */
export function useUsageReports({ yaml }: DocumentResource, target: Target): { saved: () => void } {
  const begun = target.kind === 'new' ? yaml.reports : undefined;
  const isSaved = useRef(false);
  useEffect(() => {
    if (!begun) return;
    reportEvent(begun.create);
    return () => {
      if (!isSaved.current) reportEvent(begun.cancel);
    };
  }, [begun]);
  return {
    saved() {
      if (!begun || isSaved.current) return;
      isSaved.current = true;
      reportEvent(begun.save);
    },
  };
}

/**
 * Most servers store the fields of a document and print them again. Returns a sentence on what the text loses by that;
 * undefined if nothing noteworthy.
 */
export function whatReprintLoses(text: string, noun: string): string | undefined {
  const hasComments = colourLines(text).some((tokens) => tokens.some(({ kind }) => kind === 'comment'));
  return hasComments
    ? `It stores the fields of this ${noun}, not its text. Saving removes the comments and sorts the keys alphabetically.`
    : undefined;
}
