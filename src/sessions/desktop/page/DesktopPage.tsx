import { useEffect, useLayoutEffect, useRef, type ComponentType } from 'react';
import type { DesktopTarget } from '../../../api/desktopSessions.ts';
import { askBeforeUnload } from '../../../lib/askBeforeUnload.ts';
import { useKeys } from '../../../ui/keys/keys.ts';
import type { KeyAction } from '../../../ui/keys/KeyTable.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { keyText } from '../../../ui/plain/keyCaps.ts';
import { useStore } from '../../../ui/useStore.ts';
import type { FactorPromptProps } from '../../terminal/console/TerminalPane.tsx';
import { HELP_ID, type DesktopClient } from '../DesktopClient.ts';
import { DesktopBar, WAY_OUT } from './DesktopBar.tsx';
import { DesktopCover, stateText } from './DesktopCovers.tsx';
import styles from './DesktopPage.module.css';
import { preferences } from './preferences.ts';
import { useFullScreen } from './useFullScreen.ts';

const KEYS: readonly KeyAction[] = [{ label: 'Leave the desktop', group: 'Desktop', keys: [WAY_OUT], handled: false }];

type Props = {
  client: DesktopClient;
  target: DesktopTarget;
  backHref: string;
  isRecorded: boolean;
  FactorPrompt: ComponentType<FactorPromptProps>;
};

/** A session on a desktop in its own window (streams §5.14). */
export function DesktopPage({ client, target, backHref, isRecorded, FactorPrompt }: Props) {
  const { session, layout } = client;
  useKeys(KEYS);
  const state = useStore(session.state);
  const { scale, capturesKeys } = useStore(preferences);
  const [isFull, toggleFull] = useFullScreen(capturesKeys);
  const stage = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLAnchorElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = state.kind === 'open';
  useEffect(() => (stage.current ? layout.show(stage.current) : undefined), [layout]);
  useEffect(() => (field.current ? client.typeIn(field.current) : undefined), [client]);
  useEffect(() => client.left.subscribe(() => back.current?.focus()), [client]);
  useEffect(() => layout.setScale(scale), [layout, scale]);
  useEffect(() => (isOpen ? askBeforeUnload(() => true) : undefined), [isOpen]);
  const focus = () => requestAnimationFrame(client.focus);
  // Before the browser paints: a user who sees the desktop types.
  useLayoutEffect(() => {
    if (isOpen) client.focus();
  }, [client, isOpen]);
  return (
    <div className={styles.page}>
      <title>{`${target.clusterId} • ${target.username}@${target.desktopName}`}</title>
      <DesktopBar
        client={client}
        target={target}
        backHref={backHref}
        backRef={back}
        isRecorded={isRecorded}
        isFull={isFull}
        onFullScreen={() => {
          toggleFull();
          focus();
        }}
        onType={() => field.current?.focus()}
        focus={focus}
      />
      <main ref={stage} className={cx(styles.stage, !isOpen && styles.away)}>
        <DesktopCover session={session} state={state} target={target} backHref={backHref} />
        {state.kind === 'factor' && (
          <FactorPrompt
            challenge={state.challenge}
            declined={state.declined}
            isInFront
            session={{ login: target.username, host: target.desktopName }}
            onAnswer={(assertion) => session.answer(assertion)}
            onDecline={() => session.decline(true)}
            onRetry={() => session.decline(false)}
            onClose={() => session.disconnect()}
          />
        )}
        <textarea
          ref={field}
          className={styles.typed}
          aria-label="Text for the desktop"
          aria-describedby={HELP_ID}
          tabIndex={-1}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
        />
        <p id={HELP_ID} className="vh">
          All keys go to the desktop. {keyText(WAY_OUT)} leaves it.
        </p>
      </main>
      <p className="vh" role="status">
        {stateText(state, target)}
      </p>
    </div>
  );
}
