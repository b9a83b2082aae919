import { useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { handleSubmit } from '../../../ui/plain/Field.tsx';
import { TextField } from '../../../ui/plain/TextField.tsx';

type Props = { title: string; name: string; onClose: () => void; onName: (name: string) => void };

const NAME_MAX_CHARACTERS = 80;

export function RenameDialog({ title, name, onClose, onName }: Props) {
  const [typed, setTyped] = useState(name);
  const rename = () => {
    onName(typed);
    onClose();
  };
  return (
    <Dialog
      title={`Name of the tab ${title}`}
      onClose={onClose}
      footer={<DialogButtons onCancel={onClose} act={{ onClick: rename, children: 'Name tab' }} />}
    >
      <form onSubmit={handleSubmit(rename)}>
        <TextField
          label="Name"
          help="If empty, the tab has the name of its session"
          autoFocus
          maxLength={NAME_MAX_CHARACTERS}
          value={typed}
          onChange={setTyped}
        />
      </form>
    </Dialog>
  );
}
