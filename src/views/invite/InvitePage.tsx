import { useEffect, useState, useSyncExternalStore } from 'react';
import { type PasswordToken, fetchPasswordToken } from '../../api/auth.ts';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { FrontPage } from '../../ui/plain/FrontPage.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import login from '../login/login.module.css';
import { AccountFlow } from './AccountFlow.tsx';
import styles from './invite.module.css';
import { INVITE_MESSAGES, type LinkPage } from './inviteMessages.ts';
import { UsedLinkCard } from './later.ts';

const CONTINUE = '/continue';

type Props = LinkPage & {
  tokenId: string;
  /** This browser has a session already. */
  isSignedIn?: boolean;
  onDone: () => void;
};

type State =
  { kind: 'asking' } | { kind: 'valid'; token: PasswordToken } | { kind: 'expired' } | { kind: 'silent'; why: string };

const watchAddress = (listener: () => void) => {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
};

/**
 * `/web/invite/:token` and `/web/reset/:token`. The link itself only shows a welcome: link scanners must not use up the
 * authenticator secret. The button goes to `…/continue`, which sends the request. The input there stays while Back
 * shows the welcome again, and no way leads back once the account exists (D-411).
 */
export default function InvitePage(props: Props) {
  const { kind, config } = props;
  const words = INVITE_MESSAGES[kind];
  const pathname = useSyncExternalStore(watchAddress, () => location.pathname);
  const isAtForms = pathname.endsWith(CONTINUE);
  const [isStarted, setStarted] = useState(isAtForms);
  if (isAtForms && !isStarted) setStarted(true);
  const [isReady, setReady] = useState(false);
  const showsForms = isAtForms || isReady;
  const start = () => {
    history.pushState(null, '', location.pathname + CONTINUE);
    dispatchEvent(new PopStateEvent('popstate'));
  };
  const ready = () => {
    pending = undefined;
    if (!location.pathname.endsWith(CONTINUE)) history.replaceState(null, '', location.pathname + CONTINUE);
    setReady(true);
  };
  return (
    <>
      <title>{words.documentTitle}</title>
      {isStarted && (
        <div className={styles.forms} hidden={!showsForms}>
          <Continue {...props} onReady={ready} />
        </div>
      )}
      {!showsForms && (
        <FrontPage cluster={config.proxyCluster} title={words.title}>
          <div className={login.stack}>
            <p className={login.lead}>{words.welcome}</p>
            <Button kind="primary" size="big" wide autoFocus onClick={start}>
              {words.start}
            </Button>
          </div>
        </FrontPage>
      )}
    </>
  );
}

function Continue({
  kind,
  tokenId,
  config,
  loginUrl,
  isSignedIn = false,
  onReady,
  onDone,
}: Props & { onReady: () => void }) {
  const [state, setState] = useState<State>({ kind: 'asking' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    tokenOnce(tokenId).then(
      (token) => setState({ kind: 'valid', token }),
      (error: unknown) =>
        setState(isDead(error) ? { kind: 'expired' } : { kind: 'silent', why: describeFailure(error).why }),
    );
  }, [tokenId, attempt]);
  const onDead = () => setState({ kind: 'expired' });
  const askAgain = () => {
    setState({ kind: 'asking' });
    setAttempt(attempt + 1);
  };
  switch (state.kind) {
    case 'asking':
      return <Waiting>Checking the link</Waiting>;
    case 'valid':
      return <AccountFlow {...{ kind, config, loginUrl, onReady, onDead, onDone }} token={state.token} />;
    case 'expired':
      return <UsedLinkCard {...{ kind, config, loginUrl, isSignedIn, onDone }} />;
    case 'silent':
      return (
        <FrontPage cluster={config.proxyCluster} title={INVITE_MESSAGES[kind].title}>
          <Note kind="danger" title="Could not check the link." actions={<Button onClick={askAgain}>Try again</Button>}>
            {state.why}. The link was not used.
          </Note>
        </FrontPage>
      );
  }
}

/** The server itself refuses the link. All other failures are temporary. */
const isDead = (error: unknown): boolean => isApiError(error, 403) || isApiError(error, 404);

let pending: { tokenId: string; answer: Promise<PasswordToken> } | undefined;

/**
 * The token of an invite or reset link. Each request creates a new authenticator secret, so a page requests it once and
 * shares the response, and repeats the request after a temporary failure.
 */
function tokenOnce(tokenId: string): Promise<PasswordToken> {
  if (pending?.tokenId !== tokenId) {
    const answer = fetchPasswordToken(tokenId);
    pending = { tokenId, answer };
    answer.catch((error: unknown) => {
      if (!isDead(error)) pending = undefined;
    });
  }
  return pending.answer;
}
