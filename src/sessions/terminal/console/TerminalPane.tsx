import { useCallback, useEffect, useRef, useState } from 'react';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { Emulator } from '../emulator/Emulator.ts';
import { takesInput } from '../session/sessionState.ts';
import type { ConsoleModel } from './ConsoleModel.ts';
import type { TerminalDocument } from './documents.ts';
import { PaneHead } from './PaneHead.tsx';
import { paneItems } from './paneItems.ts';
import { PasteDialog } from './PasteDialog.tsx';
import { preferences } from './preferences.ts';
import { SessionBanner } from './SessionBanner.tsx';
import { panelElementId, tabElementId } from './TabStrip.tsx';
import type { TabScreen, TerminalTab } from './TerminalTab.ts';
import styles from './TerminalPane.module.css';
import { terminalOf, usePeople } from './useTerminal.ts';

type Props = {
  model: ConsoleModel;
  tab: TerminalDocument;
  isOn: boolean;
  /** Name of the signed-in person, once it is known. */
  self: string | undefined;
  say: (words: string) => void;
  onClose: () => void;
};

/** One terminal with its head and what lies over it. It stays mounted while another tab is shown. */
export function TerminalPane({ model, tab, isOn, self, say, onClose }: Props) {
  const terminal = terminalOf(model, tab);
  const { session } = terminal;
  const state = useStore(session.state);
  const metadata = useStore(session.metadata);
  const hasUnsent = useStore(terminal.hasUnsent);
  const question = useStore(terminal.question);
  const parties = usePeople(model, terminal);
  const [place, setPlace] = useState<Place>();
  const pane = useKeyboard(terminal, isOn);
  const { clusterId } = tab.address;

  const { serverId, login } = metadata ?? {};
  const openAnother = serverId && login ? () => model.open({ kind: 'node', clusterId, serverId, login }) : undefined;
  const items = () => paneItems(terminal, { openAnother, close: onClose, say });
  const isLost = state.kind !== 'live' && state.kind !== 'connecting' && state.kind !== 'authenticating';
  return (
    <section
      ref={pane}
      role="tabpanel"
      id={panelElementId(tab.id)}
      aria-labelledby={tabElementId(tab.id)}
      className={styles.pane}
      hidden={!isOn}
    >
      <PaneHead tab={tab} terminal={terminal} people={{ parties, self }} items={items} onClose={onClose} />
      <Screen terminal={terminal} isGrey={isLost} onMenu={setPlace} />
      <SessionBanner
        state={state}
        hasUnsent={hasUnsent}
        acts={{
          tryNow: () => session.tryNow(),
          stopTrying: () => session.stopTrying(),
          startOver: session.canStartOver ? () => model.startOver(tab.id) : undefined,
          close: onClose,
        }}
      />
      {place && <PlacedMenu place={place} items={items()} onClose={() => setPlace(undefined)} />}
      {question && <PasteDialog title={tab.title} plan={question} onAnswer={(paste) => terminal.answer(paste)} />}
    </section>
  );
}

/** The keyboard belongs to the terminal that comes to the front, and to it again when it takes input again. */
function useKeyboard(terminal: TerminalTab, isOn: boolean) {
  const pane = useRef<HTMLElement>(null);
  const screen = useStore(terminal.screen);
  const accepts = takesInput(useStore(terminal.session.state));
  const emulator = screen.kind === 'ready' ? screen.emulator : undefined;
  useEffect(() => {
    if (isOn) emulator?.focus();
  }, [emulator, isOn]);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || pane.current?.contains(activeElement) === true;
    if (accepts && isFree && pane.current?.hidden === false) emulator?.focus();
  }, [emulator, accepts]);
  // Keys that would have gone into the terminal go nowhere now, and that is said.
  useEffect(() => {
    if (!isOn || accepts) return;
    const note = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isCharacter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
      const isOurs = target === document.body || (target instanceof Node && pane.current?.contains(target) === true);
      if (isCharacter && isOurs) terminal.hasUnsent.set(true);
    };
    window.addEventListener('keydown', note);
    return () => window.removeEventListener('keydown', note);
  }, [terminal, isOn, accepts]);
  return pane;
}

type Place = { x: number; y: number };

type ScreenProps = { terminal: TerminalTab; isGrey: boolean; onMenu: (place: Place) => void };

function Screen({ terminal, isGrey, onMenu }: ScreenProps) {
  const screen = useStore(terminal.screen);
  const { theme } = useStore(preferences);
  return (
    <div className={cx(styles.screen, isGrey && styles.grey)} {...(theme !== 'page' && { 'data-theme': theme })}>
      <Content screen={screen} onMenu={onMenu} />
    </div>
  );
}

function Content({ screen, onMenu }: { screen: TabScreen; onMenu: (place: Place) => void }) {
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
          safe="The session goes on for now"
          actions={<Button onClick={() => location.reload()}>Load the page again</Button>}
        />
      );
  }
}

function EmulatorBox({ emulator, onMenu }: { emulator: Emulator; onMenu: (place: Place) => void }) {
  const { theme } = useStore(preferences);
  useEffect(() => emulator.menuWanted.subscribe(onMenu), [emulator, onMenu]);
  // The palette is read off the page, after the theme has reached it.
  useEffect(() => emulator.repaint(), [emulator, theme]);
  const place = useCallback((element: HTMLElement | null) => emulator.attach(element), [emulator]);
  return <div ref={place} className={styles.emulator} />;
}

type PlacedMenuProps = { place: Place; items: ReturnType<typeof paneItems>; onClose: () => void };

/** A menu at the pointer: it hangs on a point that is put there for it. */
function PlacedMenu({ place, items, onClose }: PlacedMenuProps) {
  const [point, setPoint] = useState<Element>();
  const put = useCallback((element: Element | null) => setPoint(element ?? undefined), []);
  return (
    <>
      <span ref={put} className={styles.point} style={{ left: place.x, top: place.y }} />
      {point && <Menu anchor={point} label="This terminal" width={250} items={items} onClose={onClose} />}
    </>
  );
}
