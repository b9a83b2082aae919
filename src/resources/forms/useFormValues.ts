import { useState } from 'react';
import { useForm, useWatch, type ResolverResult } from 'react-hook-form';
import { userContext } from '../../api/userContext.ts';
import type { Row } from '../../descriptors/row.ts';
import { Drafts } from '../../lib/drafts.ts';
import { at, isObject, parseJson } from '../../lib/json.ts';
import { changesOf, faultsOf, valuesOf, type FormField, type Values } from './form.ts';

/** `base`: the server's values at the first change. */
type InitialForm = { base: Values; values: Values; restoredFromMs: number | undefined };

function loadInitial(drafts: Drafts, key: string): InitialForm | undefined {
  const draft = drafts.load(key);
  const content = parseJson(draft?.text ?? '');
  const [base, values] = [at(content, 'base'), at(content, 'values')];
  if (!draft || !isObject(base) || !isObject(values)) return undefined;
  return { base, values, restoredFromMs: draft.savedAtMs };
}

export type FormValues = InitialForm & {
  changes: readonly string[];
  /** The errors, one sentence per field. Empty before the first attempt to submit. */
  faults: ReadonlyMap<string, string>;
  /** False: the browser does not store the draft, so closing would lose the changes. */
  isKept: boolean;
  change: (source: string, value: unknown) => void;
  /** Calls `run` if there are no errors, else `refuse`, after the render that marks the fields. */
  submit: (run: () => void, refuse: () => void) => Promise<void>;
  /** Starts again from the server's row. */
  reset: (row: Row | undefined) => void;
};

/**
 * The unsaved values of a form. Every change is stored in the browser, so that closing the form, a reload or the end of
 * the session loses nothing. `reset` drops the draft. `key` names it: see `useDraftSlot`.
 */
export function useFormValues(key: string, fields: readonly FormField[], row: Row | undefined): FormValues {
  const [drafts] = useState(() => new Drafts(localStorage, userContext().username));
  const fresh = (from: Row | undefined): InitialForm => {
    const base = valuesOf(fields, from);
    return { base, values: base, restoredFromMs: undefined };
  };
  const [begun, setBegun] = useState(() => loadInitial(drafts, key) ?? fresh(row));
  const [isKept, setKept] = useState(true);
  const { base } = begun;
  // The library stores the values and decides when to check. The kinds decide which values are equal and which are
  // invalid.
  const form = useForm<Record<string, unknown>>({
    defaultValues: begun.values,
    resolver: (values) => judged(values, faultsOf(fields, values)),
  });
  const { errors, isSubmitted } = form.formState;
  const values = useWatch({ control: form.control });
  return {
    ...begun,
    values,
    changes: changesOf(fields, base, values),
    faults: faultTexts(errors),
    isKept,
    change(source, value) {
      form.setValue(source, value, { shouldValidate: isSubmitted });
      const next = form.getValues();
      if (changesOf(fields, base, next).length === 0) drafts.drop(key);
      else setKept(drafts.save(key, JSON.stringify({ base, values: next })));
    },
    async submit(run, refuse) {
      let then: () => void = () => requestAnimationFrame(refuse);
      await form.handleSubmit(() => {
        then = run;
      })();
      then();
    },
    reset(from) {
      drafts.drop(key);
      const next = fresh(from);
      setBegun(next);
      form.reset(next.values);
      setKept(true);
    },
  };
}

const judged = (values: Values, faults: ReadonlyMap<string, string>): ResolverResult<Record<string, unknown>> =>
  faults.size === 0
    ? { values, errors: {} }
    : { values: {}, errors: Object.fromEntries([...faults].map(([at, message]) => [at, { type: 'check', message }])) };

const faultTexts = (errors: Readonly<Record<string, { message?: string } | undefined>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(errors).map(([source, error]) => [source, error?.message ?? '']));
