import { Button, ButtonLink } from '../../ui/plain/Button.tsx';
import { MessageCard } from '../../ui/plain/MessageCard.tsx';
import { RECOVERY } from '../../wire/config.ts';
import { INVITE_MESSAGES, type LinkPage } from './inviteMessages.ts';

type Props = LinkPage & {
  /** This browser has a session, so it most likely used the link itself. */
  isSignedIn: boolean;
  onDone: () => void;
};

/** Shown if the server no longer accepts the link of an invite or reset. */
export default function UsedLinkCard({ kind, config, loginUrl, isSignedIn, onDone }: Props) {
  const onward = isSignedIn ? (
    <Button kind="primary" size="form" onClick={onDone}>
      Open the console
    </Button>
  ) : (
    <ButtonLink size="form" href={loginUrl}>
      Go to the login page
    </ButtonLink>
  );
  return (
    <MessageCard kind={INVITE_MESSAGES[kind].documentTitle} title="This link no longer works" actions={onward}>
      {isSignedIn ? (
        <p>
          You are signed in, so you may have used this link already.
          {config.extensions.includes(RECOVERY) &&
            ' If you did not save your recovery codes, create new ones in account settings, under “Passkeys and factors”.'}
        </p>
      ) : (
        <p>It was used, replaced or has expired. If you used it, sign in. Or ask your administrator for a new one.</p>
      )}
    </MessageCard>
  );
}
