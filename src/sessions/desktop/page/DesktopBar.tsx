import { useState, type ReactNode, type Ref } from 'react';
import type { DesktopTarget } from '../../../api/desktopSessions.ts';
import { plural } from '../../../lib/numbers.ts';
import { IconMenu } from '../../../ui/IconMenu.tsx';
import { MenuButton } from '../../../ui/Menu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { Button, buttonClass } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { Kbd } from '../../../ui/plain/Kbd.tsx';
import { saveFile } from '../../../ui/plain/saveFile.ts';
import { tip } from '../../../ui/plain/tip.ts';
import { Popup } from '../../../ui/Popup.tsx';
import { Dot } from '../../../ui/StateMark.tsx';
import { toasts } from '../../../ui/toasts.ts';
import { useStore } from '../../../ui/useStore.ts';
import type { DesktopClient } from '../DesktopClient.ts';
import { SCALES } from '../painter/ScreenLayout.ts';
import { ClipboardPanel } from './ClipboardPanel.tsx';
import styles from './DesktopPage.module.css';
import { LayoutDialog } from './LayoutDialog.tsx';
import { NoticeList } from './NoticeList.tsx';
import { prefer, preferences } from './preferences.ts';
import { sendKeyItems } from './sendKeyItems.ts';

type Props = {
  client: DesktopClient;
  target: DesktopTarget;
  backHref: string;
  /** The link that gets the focus when the user leaves the desktop. */
  backRef: Ref<HTMLAnchorElement>;
  isRecorded: boolean;
  isFull: boolean;
  onFullScreen: () => void;
  /** Opens the keyboard of a phone, and enables input methods and dead keys. */
  onType: () => void;
  focus: () => void;
};

/** Longer times are not latency: the desktop may be frozen. */
const ANSWER_MAX_MS = 10_000;
export const WAY_OUT = 'Ctrl+Shift+Up';

/** The user and the desktop, and the states of keys, clipboard and folder as text. */
export function DesktopBar({
  client,
  target,
  backHref,
  backRef,
  isRecorded,
  isFull,
  onFullScreen,
  onType,
  focus,
}: Props) {
  const { session } = client;
  const chosen = useStore(preferences);
  const { kind } = useStore(session.state);
  const isOpen = kind === 'open';
  const isOver = kind === 'ended' || kind === 'inUse';
  const clipboard = useStore(client.clipboard.state);
  const notices = useStore(session.notices.list);
  const [choosesLayout, setChoosesLayout] = useState(false);
  const off = isOpen ? undefined : 'Not connected';
  const name = `${target.username}@${target.desktopName}`;
  return (
    <header className={cx(styles.bar, isFull && styles.over)}>
      <a
        ref={backRef}
        className={buttonClass({ kind: 'quiet', square: true })}
        href={backHref}
        aria-label="Back to desktops"
        {...tip('Back to desktops', { named: true })}
      >
        <Icon name="arrow-left" />
      </a>
      <h1 className={styles.name}>{name}</h1>
      {isRecorded && <span className={styles.mark}>Recorded</span>}
      <span className="grow" />
      <LatencyMark client={client} />
      <IconButton icon="keyboard" label="Type text" off={off} onClick={onType} />
      <MenuButton
        kind="quiet"
        icon="command"
        label="Send keys"
        off={off}
        items={() => sendKeyItems({ client, preferences: chosen, focus, chooseLayout: () => setChoosesLayout(true) })}
        foot={
          <>
            <Kbd keys={WAY_OUT} small /> leaves the desktop
          </>
        }
        width={328}
        align="right"
      >
        <ButtonLabel>Send keys</ButtonLabel>
      </MenuButton>
      <PopupButton
        icon="clipboard"
        label="Clipboard"
        isLit={isOpen && clipboard.kind === 'on'}
        text={clipboardLabel(clipboard.kind, isOpen)}
      >
        {(close) => (
          <ClipboardPanel
            clipboard={client.clipboard}
            isOpen={isOpen}
            onDone={() => {
              close();
              focus();
            }}
          />
        )}
      </PopupButton>
      <FolderButton client={client} isOpen={isOpen} />
      {notices.length > 0 && (
        <PopupButton icon="triangle-alert" label="Warnings" isWarning text={plural(notices.length, 'warning')}>
          {() => <NoticeList notices={session.notices} />}
        </PopupButton>
      )}
      <IconMenu
        icon="sliders-horizontal"
        label="View"
        items={() => viewItems({ client, name, off, focus })}
        width={220}
      />
      <IconButton icon="maximize" label={isFull ? 'Leave full screen' : 'Full screen'} onClick={onFullScreen} />
      <Button icon="log-out" off={isOver ? off : undefined} onClick={() => session.disconnect()}>
        <ButtonLabel>Disconnect</ButtonLabel>
      </Button>
      {choosesLayout && (
        <LayoutDialog
          onClose={() => {
            setChoosesLayout(false);
            focus();
          }}
        />
      )}
    </header>
  );
}

function FolderButton({ client: { folder }, isOpen }: { client: DesktopClient; isOpen: boolean }) {
  const name = useStore(folder.name);
  const isShared = name !== undefined;
  return (
    <Button
      kind="quiet"
      icon="folder-up"
      off={folder.off ?? (!isOpen ? 'Not connected' : isShared ? 'Disconnect to stop sharing' : undefined)}
      className={cx(isShared && styles.lit)}
      onClick={() => void folder.share()}
    >
      <ButtonLabel>{isShared ? `Sharing ${name}` : 'No folder shared'}</ButtonLabel>
    </Button>
  );
}

const clipboardLabel = (kind: 'on' | 'manual' | 'off', isOpen: boolean): string =>
  !isOpen || kind === 'off' ? 'Clipboard off' : kind === 'on' ? 'Clipboard on' : 'Clipboard by hand';

/** If there is no space, only screen readers get it. */
const ButtonLabel = ({ children, keeps }: { children: ReactNode; keeps?: boolean | undefined }) => (
  <span className={cx(styles.words, keeps && styles.keeps)}>{children}</span>
);

function LatencyMark({ client }: { client: DesktopClient }) {
  const latency = useStore(client.session.latency);
  if (!latency) return null;
  const { browserMs, desktopMs } = latency;
  if (desktopMs >= ANSWER_MAX_MS)
    return (
      <span className="row g6 rigid" role="alert">
        <Dot kind="warn" />
        <ButtonLabel>The desktop does not answer</ButtonLabel>
      </span>
    );
  return (
    <span
      className={styles.latency}
      {...tip(`${browserMs} ms to the gateway, ${desktopMs} ms from there to the desktop`)}
    >
      <Dot kind="ok" /> {browserMs + desktopMs} ms
    </span>
  );
}

type PopupButtonProps = {
  icon: 'clipboard' | 'triangle-alert';
  label: string;
  text: string;
  isLit?: boolean;
  isWarning?: boolean;
  children: (close: () => void) => ReactNode;
};

function PopupButton({ icon, label, text, isLit, isWarning, children }: PopupButtonProps) {
  const [anchor, setAnchor] = useState<Element>();
  const close = () => setAnchor(undefined);
  return (
    <>
      <Button
        kind="quiet"
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        className={cx(isLit && styles.lit, isWarning && styles.warning)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ButtonLabel keeps={isWarning}>{text}</ButtonLabel>
      </Button>
      {anchor && (
        <Popup anchor={anchor} align="right" width={380} label={label} onClose={close}>
          {children(close)}
        </Popup>
      )}
    </>
  );
}

type ViewOptions = { client: DesktopClient; name: string; off: string | undefined; focus: () => void };

/** Each of them focuses the desktop again. */
function viewItems({ client, name, off, focus }: ViewOptions): readonly MenuItem[] {
  const { scale: chosen } = preferences.get();
  const thenFocus = (act: () => void) => () => {
    act();
    focus();
  };
  return [
    ...SCALES.map((scale): MenuItem => ({
      kind: 'item',
      id: String(scale),
      label: scale === 'fit' ? 'Fit to the window' : scale === 100 ? 'Original size' : `${scale} %`,
      chosen: scale === chosen,
      run: thenFocus(() => prefer({ scale })),
    })),
    { kind: 'line' },
    {
      kind: 'item',
      id: 'shot',
      label: 'Save screenshot',
      icon: 'download',
      off,
      run: thenFocus(() => saveShot(client, name)),
    },
  ];
}

function saveShot({ canvas }: DesktopClient, name: string): void {
  canvas.toBlob((picture) => {
    if (picture) saveFile(`${name} ${new Date().toISOString().replace(/[:.]/g, '-')}.png`, picture);
    else toasts.show({ text: 'The browser could not save the picture', isWarning: true });
  });
}
