import { useState } from 'react';
import { Drafts } from '../../lib/drafts.ts';
import { plural } from '../../lib/numbers.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Preference } from './Preference.tsx';

/** Drafts that survive a sign-out: users of a shared browser may want to delete them. */
export function DraftsPreference({ username }: { username: string }) {
  const [drafts] = useState(() => new Drafts(localStorage, username));
  const [names, setNames] = useState(() => drafts.names());
  const [isAsking, setIsAsking] = useState(false);
  const forget = async () => {
    for (const name of names) drafts.drop(name);
    setNames(drafts.names());
  };
  return (
    <Preference label="Drafts" help="Unsaved text, kept after you sign out">
      <Button off={names.length === 0 ? 'There are no drafts' : undefined} onClick={() => setIsAsking(true)}>
        Delete drafts
      </Button>
      <span className="t3 small num">
        {names.length === 0 ? 'None' : plural(names.length, 'draft')} in this browser
      </span>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${plural(names.length, 'draft')}?`}
          cancelLabel="Keep drafts"
          act="Delete drafts"
          acting="Deleting"
          destroys
          onAct={forget}
          onClose={() => setIsAsking(false)}
        >
          <p>Unsaved text is deleted from this browser. Saved text is not affected.</p>
        </ConfirmDialog>
      )}
    </Preference>
  );
}
