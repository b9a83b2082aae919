import { useState } from 'react';
import { userContext } from '../../api/userContext.ts';
import type { Row } from '../../descriptors/defineResource.ts';
import { Drafts } from '../../lib/drafts.ts';
import { at, isObject, parseJson } from '../../lib/json.ts';
import { changesOf, valuesOf } from './form.ts';
import type { FormField, Values } from './form.ts';

/** `base`: what the server had when the first change was made. */
type Edited = { base: Values; values: Values; restoredFromMs: number | undefined };

function loadEdited(drafts: Drafts, key: string): Edited | undefined {
  const draft = drafts.load(key);
  const content = parseJson(draft?.text ?? '');
  const [base, values] = [at(content, 'base'), at(content, 'values')];
  if (!draft || !isObject(base) || !isObject(values)) return undefined;
  return { base, values, restoredFromMs: draft.savedAtMs };
}

export type FormValues = Edited & {
  changes: readonly string[];
  /** False: the browser keeps no draft, closing would lose the changes. */
  isKept: boolean;
  change: (source: string, value: unknown) => void;
  /** Begins anew from what the server has. */
  reset: (row: Row | undefined) => void;
};

/**
 * What a person has entered and not saved. It is kept in the browser with every change, so that closing the form, a
 * reload or the end of the session loses nothing; `reset` drops it.
 */
export function useFormValues(key: string, fields: readonly FormField[], row: Row | undefined): FormValues {
  const [drafts] = useState(() => new Drafts(localStorage, userContext().username));
  const fresh = (from: Row | undefined): Edited => {
    const base = valuesOf(fields, from);
    return { base, values: base, restoredFromMs: undefined };
  };
  const [edited, setEdited] = useState(() => loadEdited(drafts, key) ?? fresh(row));
  const [isKept, setKept] = useState(true);
  const { base, values } = edited;
  return {
    ...edited,
    changes: changesOf(fields, base, values),
    isKept,
    change(source, value) {
      const next = { ...edited, values: { ...values, [source]: value } };
      setEdited(next);
      if (changesOf(fields, base, next.values).length === 0) drafts.drop(key);
      else setKept(drafts.save(key, JSON.stringify({ base, values: next.values })));
    },
    reset(from) {
      drafts.drop(key);
      setEdited(fresh(from));
      setKept(true);
    },
  };
}
