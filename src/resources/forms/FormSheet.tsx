import { useId, useMemo, useRef, type ReactNode } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { useKeys } from '../../ui/keys/keys.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { handleSubmit } from '../../ui/plain/Field.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { useMedia, PHONE } from '../../ui/useMedia.ts';
import { useLatest } from '../useLatest.ts';
import type { Mode } from './form.ts';
import { FormBody } from './FormBody.tsx';
import styles from './forms.module.css';
import type { FormValues } from './useFormValues.ts';

const WIDTH_PX = 480;

type Props = {
  resource: Resource;
  mode: Mode;
  title: ReactNode;
  /** The name of the row in sentences. */
  called: string;
  /** Id of the row; absent for a new row. */
  id?: string;
  aside?: ReactNode;
  tools?: ReactNode;
  form: FormValues;
  /** In `read` mode: why nothing can be changed. */
  why?: string | undefined;
  submit: { label: string; busy: string | undefined; run: () => void };
  /** Summary of the changes in the foot. */
  summary: string | undefined;
  failure?: ReactNode;
  /** The row's actions, below the form. */
  children?: ReactNode;
  onClose: () => void;
  onDiscard: () => void;
};

/** A form in a side panel: notes, sections, actions, and a foot once there are changes to save. */
export function FormSheet(props: Props) {
  const { resource, mode, id, title, called, aside, tools, form, why, submit, summary, failure, children } = props;
  const { onClose, onDiscard } = props;
  const formId = useId();
  const body = useRef<HTMLFormElement>(null);
  const shownZone = useStore(zone);
  const isPhone = useMedia(PHONE);
  const size = isPhone ? 'form' : 'toolbar';
  const isDirty = form.changes.length > 0;

  const run = () =>
    void form.submit(submit.run, () => body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  const newest = useLatest(run);
  const canSave = (mode === 'create' || isDirty) && mode !== 'read' && submit.busy === undefined;
  useKeys(
    useMemo(
      () => [
        {
          label: submit.label,
          group: 'Forms',
          keys: ['Ctrl+S'],
          off: canSave ? undefined : 'There are no changes',
          run: () => newest.current(),
        },
      ],
      [submit.label, canSave, newest],
    ),
    'over',
  );

  const close = () => {
    if (isDirty && form.isKept) toasts.show({ text: `Unsaved changes to ${called} are kept` });
    onClose();
  };
  return (
    <Sheet
      title={title}
      aside={aside}
      tools={tools}
      width={WIDTH_PX}
      className={styles.beside}
      onClose={close}
      footer={
        (isDirty || mode === 'create') &&
        mode !== 'read' && (
          <>
            <span className="small t2 cut">{summary}</span>
            <span className="grow" />
            <Button size={size} onClick={onDiscard}>
              {isDirty ? 'Discard' : 'Cancel'}
            </Button>
            <Button
              type="submit"
              form={formId}
              kind="primary"
              size={size}
              busy={submit.busy}
              {...(!isPhone && { keys: 'Ctrl+S' })}
            >
              {submit.label}
            </Button>
          </>
        )
      }
    >
      <div className={styles.content}>
        <form ref={body} id={formId} noValidate onSubmit={(event) => handleSubmit(run)(event)}>
          <div className={styles.notes}>
            {failure}
            {why !== undefined && <Note>{why}.</Note>}
            {isDirty && form.restoredFromMs !== undefined && (
              <Note>
                Changes from {formatDateTime(new Date(form.restoredFromMs), shownZone)} that were not saved were
                restored.
              </Note>
            )}
            {!form.isKept && (
              <Note kind="warn" title="This browser cannot store a draft.">
                Closing the form discards the changes.
              </Note>
            )}
          </div>
          <FormBody resource={resource} mode={mode} id={id} form={form} />
        </form>
        {children}
      </div>
    </Sheet>
  );
}
