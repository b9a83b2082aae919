import { useId, useState } from 'react';
import { Check } from '../../ui/Check.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { handleSubmit } from '../../ui/plain/Field.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { NOT_KEPT } from './saveChanges.ts';
import type { Views } from './useViews.ts';
import { addView } from './dialogChanges.ts';
import { addFault, NAME_MAX, nameFault, tidyName } from './viewBook.ts';

type Props = {
  views: Views;
  /** The initial name. */
  name: string | undefined;
  onClose: () => void;
};

/** Saves the current list as a view with a name. */
export default function SaveViewDialog({ views, name: proposed = '', onClose }: Props) {
  const { book, address, edit, call } = views;
  const formId = useId();
  const [name, setName] = useState(proposed);
  const [starts, setStarts] = useState(false);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState(false);
  const full = addFault(book, address);
  const fault = nameFault(book, name);
  const save = () => {
    setTried(true);
    if (fault ?? full) return;
    const kept = edit((now) => addView(now, { name, address }, starts));
    setRefused(!kept);
    if (!kept) return;
    call(tidyName(name));
    onClose();
  };
  return (
    <Dialog
      title="Save view"
      onClose={onClose}
      dismissGuard={name === proposed ? undefined : 'typed'}
      footer={
        <DialogButtons onCancel={onClose} act={{ type: 'submit', form: formId, off: full, children: 'Save view' }} />
      }
    >
      <form id={formId} onSubmit={handleSubmit(save)}>
        <TextField
          label="Name"
          autoFocus
          autoComplete="off"
          maxLength={200}
          value={name}
          error={tried || name.length > NAME_MAX ? fault : undefined}
          help="Stores filter, sort order, columns and row height for you in this browser"
          onChange={setName}
        />
        <p>
          <Check state={starts ? 'on' : 'off'} onChange={() => setStarts(!starts)}>
            Open the list with this view
          </Check>
        </p>
        {(full !== undefined || refused) && (
          <Note kind="danger" title="The view is not saved.">
            {full ?? NOT_KEPT}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
