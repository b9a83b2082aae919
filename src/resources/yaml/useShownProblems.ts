import { useCallback, useMemo, useState } from 'react';
import type { DocumentForm } from '../../descriptors/documentTypes.ts';
import { withFormNotes } from './form/withFormNotes.ts';
import type { OpenedDocument, Target } from './openDocument.ts';
import type { CheckedDocument } from './problems/checkDocument.ts';

type Options = {
  target: Target;
  document: OpenedDocument;
  checked: CheckedDocument;
  isChanged: boolean;
  /** The form that is shown beside the text. */
  form: DocumentForm | undefined;
};

/** A document that begins with a template, and not with the text of another one. */
export const beginsWithTemplate = (target: Target): boolean =>
  target.kind === 'new' && target.from === undefined && target.revision === undefined;

/** What is shown of what was found. A template has gaps to fill in: they are no mistakes before somebody writes. */
export function useShownProblems({ target, document, checked, isChanged, form }: Options) {
  const { schema } = document.rules;
  const [asked, setAsked] = useState(false);
  const isUntouched = beginsWithTemplate(target) && !isChanged && !asked;
  const problems = useMemo(() => {
    const all = form ? withFormNotes(checked, form, schema) : checked.problems;
    return isUntouched ? all.filter(({ severity }) => severity === 'note') : all;
  }, [form, checked, schema, isUntouched]);
  return {
    problems,
    isUntouched,
    /** Somebody asks for the review: then they are shown all the same. */
    showAll: useCallback(() => setAsked(true), []),
  };
}
