import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import type { OfferedContext } from '../../../api/assistRequests.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { AssertionJson, AuthnChallengeJson } from '../../../wire/webauthn.ts';
import type { Emulator } from '../emulator/Emulator.ts';
import type { MenuPosition } from '../emulator/PointerHabits.ts';
import { takesInput } from '../session/sessionState.ts';
import { ModeBanner } from '../sharing/ModeBanner.tsx';
import { FilesOverPane, useFilesOff } from '../transfer/FilesOverPane.tsx';
import { useFileDrop } from '../transfer/useFileDrop.ts';
import { ClipboardNote, PasteDialog } from './ClipboardQuestions.tsx';
import type { ConsoleModel } from './ConsoleModel.ts';
import { FindBar } from './FindBar.tsx';
import { PaneHead } from './PaneHead.tsx';
import { linkItems, paneItems, type ShowMessage } from './paneItems.ts';
import type { PaneScreen, PaneTerminal } from './PaneTerminal.ts';
import { ContextMenu } from './ContextMenu.tsx';
import { preferences } from './preferences.ts';
import { SessionBanner } from './SessionBanner.tsx';
import { allPanes, type Pane, type TerminalDocument } from './tabs.ts';
import styles from './TerminalPane.module.css';
import { terminalOf, usePeople } from './useTerminal.ts';

/** Asks for the second factor of a session, above its pane (screens §4.4). */
export type FactorPromptProps = {
  challenge: AuthnChallengeJson;
  /** The user has cancelled before. */
  declined: boolean;
  /** The pane is visible, so the browser's dialog can open at once. */
  isInFront: boolean;
  session: { login: string; host: string };
  onAnswer: (assertion: AssertionJson) => void;
  onDecline: () => void;
  onRetry: () => void;
  onClose: () => void;
};

/** The callbacks from a pane to the page. */
export type PaneActs = {
  showMessage: ShowMessage;
  /** Asks first if needed. */
  closePane: (pane: Pane) => void;
  showSettings: () => void;
  /** Opens the dialog for the terminals that receive the input, or stops the broadcast. */
  broadcast: () => void;
  /** Opens Assist with a text. Absent without Assist. */
  explain: ((context: OfferedContext) => void) | undefined;
  /** Shows the addresses of its session. */
  share: (pane: Pane) => void;
  /** Asks first. */
  endForEveryone: (pane: Pane) => void;
  FactorPrompt: ComponentType<FactorPromptProps>;
  /** Address of the page for adding a key. */
  keysHref: string;
};

type Props = {
  model: ConsoleModel;
  tab: TerminalDocument;
  pane: Pane;
  /** Its number in the tab, counted from 1. */
  n: number;
  /** Its tab is active. */
  isOn: boolean;
  acts: PaneActs;
};

/** One terminal with its head and overlays. It stays mounted while another tab is shown. */
export function TerminalPane({ model, tab, pane, n, isOn, acts }: Props) {
  const terminal = terminalOf(model, pane);
  const { session } = terminal;
  const state = useStore(session.state);
  const hasUnsent = useStore(terminal.hasUnsent);
  const screen = useStore(terminal.screen);
  const findCalls = useStore(terminal.findCalls);
  const receivers = useStore(model.broadcast.receivers);
  const people = usePeople(model, terminal);
  const self = useStore(model.self);
  const goneCount = useStore(model.goneCount);
  const [menuPosition, setMenuPosition] = useState<MenuPosition>();
  const isInFront = isOn && tab.focusedId === pane.id;
  const section = useKeyboard(terminal, isInFront);
  const isReceiving = receivers.has(pane.id);
  const filesOff = useFilesOff(terminal.files, session, self);
  const drop = useFileDrop({ off: filesOff, onDrop: (dragged) => void terminal.files.drop(dragged) });
  const close = () => acts.closePane(pane);
  const share = () => acts.share(pane);
  const items = () => paneItems({ ...acts, model, tab, pane, terminal, filesOff, close, share });
  const isLost = state.kind !== 'live' && state.kind !== 'connecting' && state.kind !== 'authenticating';
  const hasRing = tab.panes.length > 1 || isReceiving;
  return (
    <section
      ref={section}
      aria-label={tab.panes.length > 1 ? `${pane.title}, pane ${tab.panes.indexOf(pane) + 1}` : pane.title}
      className={cx(
        styles.pane,
        isReceiving && styles.receiving,
        hasRing && tab.focusedId === pane.id && styles.focused,
      )}
      onFocusCapture={() => {
        terminal.hasRung.set(false);
        model.focusPane(pane.id);
      }}
      {...drop.handlers}
    >
      <PaneHead
        tab={tab}
        pane={pane}
        n={n}
        terminal={terminal}
        isReceiving={isReceiving}
        filesOff={filesOff}
        people={people}
        items={items}
        onShare={share}
        onClose={close}
      />
      <ModeBanner
        terminal={terminal}
        people={people}
        acts={{ share, leave: close, endForEveryone: () => acts.endForEveryone(pane) }}
      />
      <FilesOverPane
        files={terminal.files}
        host={sessionName(pane).host}
        isModerated={session.metadata.get()?.moderated === true}
        off={filesOff}
        self={self}
        isDraggedOver={drop.isOver}
        onClosed={() => terminal.emulator?.focus()}
      />
      <Screen terminal={terminal} isGrey={isLost} onMenu={setMenuPosition} />
      {findCalls > 0 && screen.kind === 'ready' && (
        <FindBar
          emulator={screen.emulator}
          calls={findCalls}
          onClose={() => {
            terminal.findCalls.set(0);
            screen.emulator.focus();
          }}
        />
      )}
      <SessionBanner
        state={state}
        title={pane.title}
        isJoin={terminal.isJoined}
        isGuest={terminal.isGuest}
        hasOutput={session.metadata.get() !== undefined}
        hasUnsent={hasUnsent}
        goneCount={goneCount}
        keysHref={acts.keysHref}
        acts={{
          tryNow: state.kind === 'lost' && state.loss.why.kind === 'closed' ? () => session.tryNow() : model.tryAllNow,
          stopTrying: () => session.stopTrying(),
          startOverGone: model.startOverGone,
          startOver: session.canStartOver ? () => model.startOver(pane.id) : undefined,
          close,
        }}
      />
      {state.kind === 'authenticating' && (
        <acts.FactorPrompt
          challenge={state.challenge}
          declined={state.declined}
          isInFront={isInFront}
          session={sessionName(pane)}
          onAnswer={(assertion) => session.answer(assertion)}
          onDecline={() => session.secondFactor.decline(true)}
          onRetry={() => session.secondFactor.decline(false)}
          onClose={close}
        />
      )}
      <ClipboardNote terminal={terminal} />
      {menuPosition && (
        <ContextMenu
          position={menuPosition}
          label="This terminal"
          items={[...linkItems(menuPosition.link), ...items()]}
          onClose={() => setMenuPosition(undefined)}
        />
      )}
      <PasteQuestion model={model} pane={pane} terminal={terminal} />
    </section>
  );
}

/** The parts of `login@host` in the title. */
function sessionName({ title }: Pane): { login: string; host: string } {
  const at = title.indexOf('@');
  return at < 0 ? { login: '', host: title } : { login: title.slice(0, at), host: title.slice(at + 1) };
}

type QuestionProps = { model: ConsoleModel; pane: Pane; terminal: PaneTerminal };

function PasteQuestion({ model, pane, terminal }: QuestionProps) {
  const plan = useStore(terminal.question);
  const receivers = useStore(model.broadcast.receivers);
  if (!plan) return null;
  const panes = receivers.has(pane.id) ? allPanes(model.documents.get()).filter(({ id }) => receivers.has(id)) : [pane];
  return (
    <PasteDialog
      targets={panes.map(({ title }) => title)}
      plan={plan}
      onAnswer={(paste) => {
        terminal.answer(paste);
        terminal.emulator?.focus();
      }}
    />
  );
}

/** After this time without a key, the user is no longer typing. */
const QUIET_MS = 1500;

/** Focuses the terminal when its pane becomes active, and again when it accepts input again. */
function useKeyboard(terminal: PaneTerminal, isInFront: boolean) {
  const section = useRef<HTMLElement>(null);
  const screen = useStore(terminal.screen);
  const accepts = takesInput(useStore(terminal.session.state));
  const emulator = screen.kind === 'ready' ? screen.emulator : undefined;
  // Before the browser paints: a user who sees the prompt types. A menu that closes has the focus until later.
  useLayoutEffect(() => {
    if (isInFront && document.activeElement === document.body) emulator?.focus();
  }, [emulator, isInFront]);
  useEffect(() => {
    if (!isInFront) return;
    terminal.hasRung.set(false);
    // A click on a button in the pane also activates the pane, and keeps the focus on the button.
    if (!section.current?.contains(document.activeElement)) emulator?.focus();
  }, [terminal, emulator, isInFront]);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || section.current?.contains(activeElement) === true;
    if (accepts && isFree && isInFront) emulator?.focus();
  }, [emulator, accepts, isInFront]);
  // After a shell has ended, Enter starts another one. The delay protects users who are still typing.
  const isEnded = useStore(terminal.session.state).kind === 'ended';
  useEffect(() => {
    if (!isEnded || !isInFront) return;
    const offer = () => {
      if (document.activeElement === document.body)
        section.current?.querySelector<HTMLElement>('[role=alert] button')?.focus();
    };
    let timer = setTimeout(offer, QUIET_MS);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(offer, QUIET_MS);
    };
    window.addEventListener('keydown', wait);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', wait);
    };
  }, [isEnded, isInFront]);
  // Key presses are discarded now, and a message reports that.
  useEffect(() => {
    if (!isInFront || accepts) return;
    const note = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const presses = key === ' ' && target instanceof HTMLButtonElement;
      const isCharacter = key.length === 1 && !presses && !ctrlKey && !metaKey && !altKey;
      const isField = target instanceof HTMLInputElement;
      const isOurs = target === document.body || (target instanceof Node && section.current?.contains(target) === true);
      if (isCharacter && isOurs && !isField) terminal.hasUnsent.set(true);
    };
    window.addEventListener('keydown', note);
    return () => window.removeEventListener('keydown', note);
  }, [terminal, isInFront, accepts]);
  return section;
}

type ScreenProps = { terminal: PaneTerminal; isGrey: boolean; onMenu: (position: MenuPosition) => void };

function Screen({ terminal, isGrey, onMenu }: ScreenProps) {
  const screen = useStore(terminal.screen);
  const { theme } = useStore(preferences);
  return (
    <div className={cx(styles.screen, isGrey && styles.grey)} {...(theme !== 'page' && { 'data-theme': theme })}>
      <Content screen={screen} onMenu={onMenu} />
    </div>
  );
}

function Content({ screen, onMenu }: { screen: PaneScreen; onMenu: (position: MenuPosition) => void }) {
  switch (screen.kind) {
    case 'loading':
      return <Waiting>Loading the terminal</Waiting>;
    case 'ready':
      return <EmulatorBox emulator={screen.emulator} onMenu={onMenu} />;
    case 'failed':
      return (
        <ErrorNote
          what="The terminal could not be loaded"
          why={screen.why}
          safe="The session continues for now"
          actions={<Button onClick={() => location.reload()}>Reload the page</Button>}
        />
      );
  }
}

function EmulatorBox({ emulator, onMenu }: { emulator: Emulator; onMenu: (position: MenuPosition) => void }) {
  const { theme } = useStore(preferences);
  useEffect(() => emulator.pointer.menuWanted.subscribe(onMenu), [emulator, onMenu]);
  // The palette is read from the page after the theme has been applied.
  useEffect(() => emulator.repaint(), [emulator, theme]);
  const attach = useCallback((element: HTMLElement | null) => emulator.attach(element), [emulator]);
  return <div ref={attach} className={styles.emulator} />;
}
