import { useState } from 'react';
import { config } from '../../api/config.ts';
import { createLoginLink, type LoginLink } from '../../api/loginLinks.ts';
import { PASSWORD_SIGNS_OUT, RECOVERY } from '../../wire/config.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Effects } from './Effects.tsx';
import { LinkDialog, type RowDialogProps } from './HandOverDialog.tsx';

/** Removes every sign-in method of a user and creates a link for a new one. Asks first. */
export default function ResetDialog({ row, onClose }: RowDialogProps) {
  const [link, setLink] = useState<LoginLink>();
  const user = row.id;
  const endsSessions = config.extensions.includes(PASSWORD_SIGNS_OUT);
  if (link)
    return (
      <LinkDialog
        title={`Sign-in reset for ${user}`}
        link={link}
        effects={[
          `The password, second factors and earlier links of ${user} no longer work`,
          ...(config.extensions.includes(RECOVERY) ? ['Recovery codes no longer work'] : []),
          ...(endsSessions ? [`All sessions of ${user} have ended`] : []),
        ]}
        leaves={endsSessions ? [] : ['Open sessions continue until they expire']}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={`Reset sign-in of ${user}?`}
      cancelLabel="Keep sign-in"
      act="Reset sign-in"
      acting="Resetting"
      destroys
      onAct={async () => setLink(await createLoginLink(user, 'password'))}
      onClose={onClose}
      // The link replaces this dialog.
      onDone={() => undefined}
    >
      <Effects
        of={[
          `The password, second factors and earlier links of ${user} stop working at once`,
          ...(endsSessions
            ? [`All sessions of ${user} end at once: web sessions, terminals, commands, transfers`]
            : []),
          `With a new link ${user} can set them again`,
        ]}
      />
    </ConfirmDialog>
  );
}
