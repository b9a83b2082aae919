import { useEffect, useRef } from 'react';
import type { DesktopTarget } from '../../../api/desktopSessions.ts';
import { EmptyText } from '../../../ui/EmptyText.tsx';
import { Button, ButtonLink } from '../../../ui/plain/Button.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import type { DesktopSession } from '../session/DesktopSession.ts';
import type { DesktopState, Ending } from '../session/desktopState.ts';
import styles from './DesktopPage.module.css';

type Props = { session: DesktopSession; state: DesktopState; target: DesktopTarget; backHref: string };

/** Shown instead of a picture. */
export function DesktopCover({ session, state, target, backHref }: Props) {
  const back = (
    <ButtonLink href={backHref} icon="arrow-left">
      Desktops
    </ButtonLink>
  );
  switch (state.kind) {
    case 'open':
    case 'factor':
      return null;
    case 'checking':
    case 'connecting':
      return (
        <div className={styles.cover}>
          <Waiting>{stateText(state, target)}</Waiting>
        </div>
      );
    case 'inUse':
      return (
        <div className={styles.cover}>
          <EmptyText
            icon="users"
            title="This desktop is in use"
            actions={
              <>
                <FirstButton label="Connect anyway" onClick={() => session.connect()} />
                {back}
              </>
            }
          >
            Another session is running on {target.desktopName}. If you connect, it may end without a warning.
          </EmptyText>
        </div>
      );
    case 'ended':
      return (
        <div className={styles.cover}>
          <EmptyText
            icon={state.reason.kind === 'left' ? 'monitor' : 'circle-x'}
            title={TITLES[state.reason.kind]}
            actions={
              <>
                <FirstButton
                  label={state.reason.kind === 'missing' ? 'Try again' : 'Reconnect'}
                  onClick={() => session.connect()}
                />
                {back}
              </>
            }
          >
            {endingText(state.reason)}
          </EmptyText>
        </div>
      );
  }
}

/** Takes over the focus from the desktop. */
function FirstButton({ label, onClick }: { label: string; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} kind="primary" onClick={onClick}>
      {label}
    </Button>
  );
}

const TITLES: Readonly<Record<Ending['kind'], string>> = {
  left: 'You have disconnected',
  server: 'The session has ended',
  refused: 'No session was opened',
  missing: 'There is no such desktop, or you may not use it',
  lost: 'The connection was lost',
  unreadable: 'The desktop cannot be shown',
};

function endingText(reason: Ending): string {
  switch (reason.kind) {
    case 'left':
      return 'Programs on the desktop may still be running. Reconnect to continue.';
    case 'missing':
      return 'Select a desktop in the list. If it is missing there, ask your administrator.';
    case 'lost':
      return 'The server did not say why. Check your network, then reconnect.';
    case 'server':
    case 'refused':
      return `The server reported: “${reason.text}”`;
    case 'unreadable':
      return `What the server sent cannot be read: ${reason.text}.`;
  }
}

/** Read by screen readers on every change. */
export function stateText(state: DesktopState, { desktopName }: DesktopTarget): string {
  switch (state.kind) {
    case 'checking':
      return `Looking for ${desktopName}`;
    case 'inUse':
      return 'This desktop is in use';
    case 'connecting':
      return state.isAgain ? `Connecting to ${desktopName} again` : `Connecting to ${desktopName}`;
    case 'factor':
      return 'A second factor is needed';
    case 'open':
      return `Connected to ${desktopName}`;
    case 'ended':
      return TITLES[state.reason.kind];
  }
}
