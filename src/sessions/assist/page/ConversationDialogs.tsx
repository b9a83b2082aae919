import { useState } from 'react';
import type { ConversationHead } from '../../../api/assist.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Check } from '../../../ui/Check.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { TextField } from '../../../ui/plain/TextField.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { titleOf } from '../session/AssistDesk.ts';
import { useAssist } from './parts.ts';

type Props = { head: ConversationHead; onClose: () => void };

export function RenameDialog({ head, onClose }: Props) {
  const { desk } = useAssist();
  const [title, setTitle] = useState(head.title);
  return (
    <ConfirmDialog
      title="Rename conversation"
      cancelLabel="Cancel"
      act="Rename"
      acting="Renaming"
      off={title.trim() === '' ? 'Enter a title' : undefined}
      onAct={() => desk.rename(head.id, title.trim())}
      onClose={onClose}
    >
      <TextField label="Title" value={title} maxLength={200} autoFocus onChange={setTitle} />
    </ConfirmDialog>
  );
}

export function DeleteDialog({ head, onClose, onDeleted }: Props & { onDeleted: () => void }) {
  const { desk } = useAssist();
  return (
    <ConfirmDialog
      title={`Delete “${titleOf(head)}”?`}
      cancelLabel="Keep conversation"
      act="Delete conversation"
      acting="Deleting"
      destroys
      onAct={() => desk.remove(head.id)}
      onClose={onClose}
      onDone={() => {
        onClose();
        onDeleted();
      }}
    >
      <p>Its messages are deleted. Sessions that it started stay in recordings and the audit log.</p>
    </ConfirmDialog>
  );
}

/** Settings of this user in this browser. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { desk } = useAssist();
  const { preferredLogins, summarizes } = useStore(desk.settings.value);
  const [logins, setLogins] = useState(preferredLogins.join(', '));
  const [sums, setSums] = useState(summarizes);
  const save = () => {
    const names = logins.split(/[\s,]+/).filter(Boolean);
    desk.settings.change({ preferredLogins: [...new Set(names)].slice(0, 20), summarizes: sums });
    onClose();
  };
  const clear = () => {
    setLogins('');
    setSums(true);
  };
  return (
    <Dialog
      title="Assist settings"
      size="form"
      onClose={onClose}
      footer={
        <>
          <Button size="form" kind="quiet" onClick={clear}>
            Clear
          </Button>
          <span className="grow" />
          <Button size="form" onClick={onClose}>
            Cancel
          </Button>
          <Button size="form" kind="primary" onClick={save}>
            Save settings
          </Button>
        </>
      }
    >
      <TextField
        label="Preferred logins"
        value={logins}
        help="Chosen first where all servers of a command allow them, in this order. Stored in this browser"
        spellCheck={false}
        autoCapitalize="none"
        autoFocus
        onKeyDown={(event) => event.key === 'Enter' && save()}
        onChange={setLogins}
      />
      <Check state={sums ? 'on' : 'off'} onChange={() => setSums(!sums)}>
        Summarize results when a command has ended
      </Check>
    </Dialog>
  );
}
