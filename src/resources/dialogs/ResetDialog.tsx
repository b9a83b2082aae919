import { useState } from 'react';
import { config } from '../../api/config.ts';
import { createLoginLink } from '../../api/users.ts';
import type { LoginLink } from '../../api/users.ts';
import { RECOVERY } from '../../wire/config.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Effects } from './Effects.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import type { RowDialogProps } from './rowDialogProps.ts';

/** Takes away every way to sign in and gives a link for a new one; asks first. */
export default function ResetDialog({ row, onClose }: RowDialogProps) {
  const [link, setLink] = useState<LoginLink>();
  const user = row.id;
  if (link)
    return (
      <LinkDialog
        title={`Sign-in reset for ${user}`}
        link={link}
        effects={[`Password, second factors and earlier links of ${user} no longer work`]}
        leaves={[
          'Sessions that are open go on until they end',
          ...(config.extensions.includes(RECOVERY) ? ['Recovery codes work until this link is used'] : []),
        ]}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={`Reset sign-in of ${user}?`}
      keep="Keep sign-in"
      act="Reset sign-in"
      acting="Resetting"
      destroys
      onAct={async () => setLink(await createLoginLink(user, 'password'))}
      onClose={onClose}
      // The link takes its place.
      onDone={() => undefined}
    >
      <Effects
        of={[
          `Password, second factors and earlier links of ${user} stop working at once`,
          `A new link lets ${user} set them again`,
        ]}
      />
    </ConfirmDialog>
  );
}
