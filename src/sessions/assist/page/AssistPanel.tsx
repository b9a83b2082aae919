import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { visibleText } from '../../../lib/visibleText.ts';
import { describeFailure } from '../../../api/errors.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { PHONE, useMedia } from '../../../ui/useMedia.ts';
import { useStore } from '../../../ui/useStore.ts';
import { titleOf } from '../session/AssistDesk.ts';
import styles from './AssistPanel.module.css';
import { ConversationList } from './ConversationList.tsx';
import { ConversationArea } from './ConversationPane.tsx';
import { useAssist } from './parts.ts';
import { usePlannerNote } from './statusLabels.ts';

type Props = {
  conversationId: string | undefined;
  onSelect: (id: string | undefined) => void;
  /** Opens the conversation on the page of Assist. */
  onOpenPage: () => void;
  onClose: () => void;
  /** The panel is beside the page with all settings, because there is no page to overlay. */
  isDockOnly?: boolean;
};

/** Overlays that belong to the panel. */
const OVER = '[role="dialog"], [role="menu"], .MuiModal-root';

/** Assist over a page or beside it (screens §20.1). If it fails to render, the page remains. */
export function AssistPanel(props: Props) {
  const { conversationId, onSelect, onClose } = props;
  const isPhone = useMedia(PHONE);
  const failed = (error: unknown, onAgain: () => void) => (
    <aside className={cx(styles.panel, styles[isPhone ? 'phone' : 'docked'])} aria-label="Assist">
      <header className={styles.head}>
        <h2 className="cut">Assist</h2>
        <span className="grow" />
        <IconButton icon="plus" label="New conversation" onClick={() => onSelect(undefined)} />
        <IconButton icon="x" label="Close Assist" onClick={onClose} />
      </header>
      <ErrorNote
        what="Could not show the conversation"
        {...describeFailure(error)}
        actions={<Button onClick={onAgain}>Try again</Button>}
      />
    </aside>
  );
  return (
    <ErrorBoundary shown={conversationId} fallback={failed}>
      <Panel {...props} />
    </ErrorBoundary>
  );
}

function Panel({ conversationId, onSelect, onOpenPage, onClose, isDockOnly = false }: Props) {
  const { desk } = useAssist();
  const { mode: chosen, showsList } = useStore(desk.settings.value);
  const mode = isDockOnly ? 'docked' : chosen;
  const isPhone = useMedia(PHONE);
  const planner = usePlannerNote();
  const panel = useRef<HTMLElement>(null);
  const [before] = useState(() => document.activeElement);
  const isDocked = mode === 'docked' && !isPhone;
  const head = useStore(desk.heads)?.get(conversationId ?? '');
  useEffect(() => void desk.load(''), [desk]);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
  const closeOutside = useEffectEvent((event: PointerEvent) => {
    const { target } = event;
    if (isDocked || !(target instanceof Element) || panel.current?.contains(target) || target.closest(OVER)) return;
    onClose();
  });
  useEffect(() => {
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  const toggleList = () => desk.settings.change({ showsList: !showsList });
  const listTakesAll = showsList && mode !== 'expanded';
  return (
    <aside
      ref={panel}
      className={cx(styles.panel, styles[isPhone ? 'phone' : mode])}
      aria-label="Assist"
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <IconButton icon="menu" label="Conversations" aria-expanded={showsList} onClick={toggleList} />
        <h2 className="cut">{head ? visibleText(titleOf(head)) : 'Assist'}</h2>
        <span className="grow" />
        <IconButton icon="plus" label="New conversation" onClick={() => onSelect(undefined)} />
        <IconButton icon="app-window" label="Open as a page" onClick={onOpenPage} />
        {!isPhone && !isDockOnly && (
          <>
            {mode !== 'docked' && (
              <IconButton
                icon={mode === 'expanded' ? 'minus' : 'maximize'}
                label={mode === 'expanded' ? 'Make smaller' : 'Make larger'}
                onClick={() => desk.settings.change({ mode: mode === 'expanded' ? 'collapsed' : 'expanded' })}
              />
            )}
            <IconButton
              icon="square-split-horizontal"
              label={isDocked ? 'Undock from the page' : 'Dock beside the page'}
              aria-pressed={isDocked}
              onClick={() => desk.settings.change({ mode: isDocked ? 'collapsed' : 'docked' })}
            />
          </>
        )}
        <IconButton icon="x" label="Close Assist" onClick={onClose} />
      </header>
      <div className="flex fill">
        {showsList && (
          <ConversationList
            selected={conversationId}
            onSelect={(id) => {
              if (listTakesAll) toggleList();
              onSelect(id);
            }}
          />
        )}
        {!listTakesAll && (
          <section className="stack grow fill" aria-label="Conversation">
            <ConversationArea id={conversationId} onBegun={onSelect} onNew={() => onSelect(undefined)} />
          </section>
        )}
      </div>
      {planner !== undefined && <p className={styles.note}>{planner}</p>}
    </aside>
  );
}
