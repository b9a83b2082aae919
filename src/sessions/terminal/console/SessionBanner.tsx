import type { ReactNode } from 'react';
import { formatTime } from '../../../lib/dates.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useStore } from '../../../ui/useStore.ts';
import { zone } from '../../../ui/zone.ts';
import { isForLackOfKey } from '../../../wire/terminal/frames.ts';
import type { SessionState } from '../session/sessionState.ts';
import styles from './SessionBanner.module.css';
import {
  attemptLabel,
  endingSentence,
  endingTitle,
  lossSentence,
  lossWord,
  outputSentence,
  quoted,
  refusalSentence,
} from './sessionMessages.ts';

type BannerActs = {
  tryNow: () => void;
  stopTrying: () => void;
  /** Undefined: the server of this session is unknown. */
  startOver: (() => void) | undefined;
  /** For every pane whose session the server no longer knows. */
  startOverGone?: () => void;
  close: () => void;
};

type Props = {
  /** Title of the pane. */
  title: string;
  state: SessionState;
  /** The pane was opened to join a session, not to start one. */
  isJoin?: boolean;
  /** The session belongs to another user. */
  isGuest?: boolean;
  /** The pane shows some output of it. */
  hasOutput: boolean;
  /** Input was discarded because no session accepted it. */
  hasUnsent: boolean;
  /** The number of panes whose session the server no longer knows. */
  goneCount?: number;
  /** Address of the page for adding a key. */
  keysHref: string;
  acts: BannerActs;
};

/** Shown below a terminal without a shell: what happened, what is kept, and what the user can do. */
export function SessionBanner({ state, title, isJoin = false, isGuest = false, goneCount = 0, ...rest }: Props) {
  const { hasOutput, hasUnsent, keysHref, acts } = rest;
  switch (state.kind) {
    case 'connecting':
    case 'live':
    case 'authenticating':
      return null;
    case 'lost':
    case 'rejoining':
      return <Lost state={state} hasUnsent={hasUnsent} acts={acts} />;
    case 'ended':
      return (
        <Box
          tone="info"
          title={endingTitle(state, isGuest)}
          actions={
            <>
              {acts.startOver && <Button onClick={acts.startOver}>{newSessionOn(title)}</Button>}
              {state.how.kind === 'gone' && goneCount > 1 && (
                <Button onClick={acts.startOverGone}>New sessions in all {goneCount} panes that ended</Button>
              )}
              <Button kind="quiet" onClick={acts.close}>
                Close pane
              </Button>
            </>
          }
        >
          {endingSentence(state.how, isGuest)} {hasOutput && outputSentence(state.how)}
        </Box>
      );
    case 'refused':
      return (
        <Box
          tone="danger"
          title="No session was opened"
          actions={
            <>
              {acts.startOver && <Button onClick={acts.startOver}>{isJoin ? newSessionOn(title) : 'Try again'}</Button>}
              <Button kind="quiet" onClick={acts.close}>
                Close pane
              </Button>
            </>
          }
        >
          The server {state.status > 0 ? `answered ${state.status}` : 'reported'}: {quoted(state.why)}{' '}
          {refusalSentence(state, isJoin)}
          {isForLackOfKey(state.why) && <NoKey href={keysHref} />}
          {hasUnsent && 'Your input was not sent.'}
        </Box>
      );
  }
}

/** Opens in a new window, so that the other panes continue. */
const NoKey = ({ href }: { href: string }) => (
  <>
    Sessions here need a hardware key or passkey of your own.{' '}
    <a className="link" href={href} target="_blank" rel="noreferrer">
      Add a hardware key in your account
    </a>
    , then try again.{' '}
  </>
);

const newSessionOn = (title: string): string =>
  title.includes('@') ? `New session on ${title.slice(title.indexOf('@') + 1)}` : 'New session on the same server';

type LostState = Extract<SessionState, { kind: 'lost' | 'rejoining' }>;

function Lost({ state, hasUnsent, acts }: Pick<Props, 'hasUnsent' | 'acts'> & { state: LostState }) {
  const shownZone = useStore(zone);
  const isTrying = state.kind === 'rejoining';
  const isOver = state.kind === 'lost' && !state.next;
  return (
    <Box
      tone="warn"
      // The first attempt is immediate and mostly succeeds: a banner would only flash.
      late={isTrying && state.attempt === 1}
      title={`${lossWord(state.loss.why)} at ${formatTime(new Date(state.loss.atMs), shownZone)}`}
      actions={
        <>
          <Button busy={isTrying ? 'Trying' : undefined} onClick={acts.tryNow}>
            {isOver ? 'Try again' : 'Try now'}
          </Button>
          {!isOver && (
            <Button kind="quiet" onClick={acts.stopTrying}>
              Stop trying
            </Button>
          )}
          {acts.startOver && (
            <Button kind="quiet" onClick={acts.startOver}>
              Open a new session instead
            </Button>
          )}
        </>
      }
    >
      {lossSentence(state.loss.why, location.host)} The output above is kept
      {isOver ? '. Rejoining was stopped.' : ', and the console rejoins the session if it is still running.'}{' '}
      {hasUnsent && 'Later input may not have arrived. '}
      {/* A screen reader would read every second of the countdown. */}
      <span className="num" aria-hidden>
        {state.kind === 'lost' && state.next && <Countdown {...state.next} />}
        {state.kind === 'rejoining' && `Trying, ${attemptLabel(state.attempt)}.`}
      </span>
    </Box>
  );
}

function Countdown({ atMs, attempt }: { atMs: number; attempt: number }) {
  const waitS = Math.max(0, Math.ceil((atMs - useNow(250)) / 1000));
  return (
    <>
      Next try in {waitS} s, {attemptLabel(attempt)}.
    </>
  );
}

type BoxProps = {
  tone: 'warn' | 'info' | 'danger';
  title: string;
  late?: boolean;
  actions: ReactNode;
  children: ReactNode;
};

const Box = ({ tone, title, late, actions, children }: BoxProps) => (
  <div className={cx(styles.banner, styles.state, styles[tone], late && styles.late)} role="alert">
    <h3 className={styles.title}>{title}</h3>
    <p className={styles.text}>{children}</p>
    <div className={styles.actions}>{actions}</div>
  </div>
);
