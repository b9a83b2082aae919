import { useCallback, useMemo, useState, useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import type { DocumentForm } from '../../descriptors/documentTypes.ts';
import { readRoles } from '../access/subjects.ts';
import type { OpenedDocument, Target } from './openDocument.ts';
import type { CheckedDocument } from './problems/checkDocument.ts';
import { pathText, type Problem } from './problems/problem.ts';
import type { LoadedSchema } from './schema/loadSchemas.ts';
import { onlyInText } from './form/formField.ts';

type Options = {
  target: Target;
  document: OpenedDocument;
  checked: CheckedDocument;
  isChanged: boolean;
  /** The form that is shown beside the text. */
  form: DocumentForm | undefined;
};

/** A document that starts with a template, and not with the text of another one. */
export const beginsWithTemplate = (target: Target): boolean =>
  target.kind === 'new' && target.from === undefined && target.revision === undefined;

/** The problems to show. The gaps of a template do not count as mistakes before the user types. */
export function useShownProblems({ target, document, checked, isChanged, form }: Options) {
  const { schema } = document.rules;
  const [showsAll, setShowsAll] = useState(false);
  const isUntouched = beginsWithTemplate(target) && !isChanged && !showsAll;
  const problems = useMemo(() => {
    const all = form ? withFormNotes(checked, form, schema) : checked.problems;
    return isUntouched ? all.filter(({ severity }) => severity === 'note') : all;
  }, [form, checked, schema, isUntouched]);
  return {
    problems,
    isUntouched,
    /** All are shown once the user opens the review. */
    showAll: useCallback(() => setShowsAll(true), []),
  };
}

/** The problems of a document, and a note for each part that the form beside it does not show. */
function withFormNotes(
  { problems, value, ranges }: CheckedDocument,
  form: DocumentForm,
  schema: LoadedSchema,
): readonly Problem[] {
  const reported = new Set(problems.map(({ path }) => pathText(path)));
  const notes = onlyInText(form.sections, schema, value)
    .filter((path) => !reported.has(pathText(path)))
    .map((path): Problem => ({
      severity: 'note',
      message: 'Not in the form, kept unchanged',
      path,
      range: ranges.ofKey(path),
    }));
  return [...problems, ...notes];
}

/**
 * Checks the role names of a document once the roles are loaded. Opening the document does not wait for them, and a
 * document that names no role does not load them. `value` is the parsed text.
 */
export function useRoleNames({ rules, session }: OpenedDocument, value: unknown): void {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const namesRoles = useMemo(() => (rules.editorKind.roleNames?.(value) ?? []).length > 0, [rules, value]);
  useEffect(() => {
    if (!namesRoles) return;
    let isGone = false;
    void readRoles(client, dataProvider).then((roles) => {
      if (isGone || !roles) return;
      rules.roleNames = new Set(roles.names());
      session.checkNow();
    });
    return () => void (isGone = true);
  }, [client, dataProvider, rules, session, namesRoles]);
}
