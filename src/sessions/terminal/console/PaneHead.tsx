import { IconMenu } from '../../../ui/IconMenu.tsx';
import type { Emulator } from '../emulator/Emulator.ts';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { Ring } from '../../../ui/plain/Waiting.tsx';
import { tip } from '../../../ui/plain/tip.ts';
import { consolePath } from './consolePath.ts';
import type { People } from '../sharing/PeopleList.tsx';
import { mayType } from '../session/inputPolicy.ts';
import { Dot } from '../../../ui/StateMark.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useStore } from '../../../ui/useStore.ts';
import type { Pane, TerminalDocument } from './tabs.ts';
import type { PaneTerminal } from './PaneTerminal.ts';
import { PeopleButton } from './PeopleButton.tsx';
import { sendKeyItems } from './sendKeyItems.ts';
import { idleLabel, latencyLabel, stateLabel } from './sessionMessages.ts';
import type { PaneFiles } from '../transfer/PaneFiles.ts';
import { tallyMessage } from '../transfer/transferItem.ts';
import styles from './TerminalPane.module.css';

type Props = {
  tab: TerminalDocument;
  pane: Pane;
  n: number;
  terminal: PaneTerminal;
  /** Part of a broadcast. */
  isReceiving: boolean;
  /** The reason why file transfer is disabled now. */
  filesOff: string | undefined;
  people: People;
  items: () => readonly MenuItem[];
  onShare: () => void;
  onClose: () => void;
};

/** The round-trip time and whether the session is recorded, if the server sends them. */
function Vitals({ terminal }: { terminal: PaneTerminal }) {
  const latency = useStore(terminal.session.latency);
  if (!latency) return undefined;
  const { browserMs, serverMs = 0, recorded, idleLimitMs } = latency;
  return (
    <>
      <span className={cx(styles.word, styles.wide)} title={latencyLabel(latency)}>
        {browserMs + serverMs} ms
      </span>
      {recorded && <span className={cx(styles.word, styles.wide)}>Recorded</span>}
      {idleLimitMs !== undefined && <IdleEnd session={terminal.session} limitMs={idleLimitMs} />}
    </>
  );
}

/** Shown in the last minute before the server disconnects an idle participant. */
function IdleEnd({ session, limitMs }: { session: PaneTerminal['session']; limitMs: number }) {
  const words = idleLabel(session.lastSentMs + limitMs - useNow(1000), limitMs);
  return (
    words && (
      <span className={styles.idle} role="timer">
        {words}
        <span className={styles.idleWhy}> without input</span>
      </span>
    )
  );
}

/** Distinguishes shells on the same host. */
function ProgramTitle({ emulator }: { emulator: Emulator }) {
  const title = useStore(emulator.programTitle);
  return (
    title && (
      <span className={cx(styles.program, styles.wide, styles.desk, 'cut')} title={`Title of the program: ${title}`}>
        {title}
      </span>
    )
  );
}

/** The state of transfers while their panel is closed. Opens the panel. */
function FilesButton({ files }: { files: PaneFiles }) {
  const panel = useStore(files.panel);
  const words = tallyMessage(useStore(files.tally.shown));
  if (panel !== undefined || words === '') return null;
  return (
    <button type="button" className={cx(styles.files, 'num')} {...tip('Show the files')} onClick={files.showTransfers}>
      {words}
    </button>
  );
}

/** Name, state, participants and actions of a session. */
export function PaneHead({ tab, pane, n, terminal, isReceiving, filesOff, people, items, onShare, onClose }: Props) {
  const state = useStore(terminal.session.state);
  const { mark, word } = stateLabel(state, people.isWaiting);
  const isBusy = (state.kind === 'authenticating' && !state.declined) || state.kind === 'rejoining';
  const isLost = state.kind === 'lost' || state.kind === 'rejoining';
  const metadata = useStore(terminal.session.metadata);
  const screen = useStore(terminal.screen);
  const count = tab.panes.length;
  return (
    <header className={cx(styles.head, isLost && styles.headLost)}>
      {isBusy ? <Ring size={12} /> : <Dot kind={mark} />}
      <h2 className={cx(styles.name, 'cut')}>{pane.title}</h2>
      {screen.kind === 'ready' && <ProgramTitle emulator={screen.emulator} />}
      <Vitals terminal={terminal} />
      <span className={styles.word} role="status">
        {word}
      </span>
      {metadata?.moderated && <span className={styles.tag}>Moderated</span>}
      <PeopleButton people={people} address={location.origin + consolePath(pane.address)} onShare={onShare} />
      {count > 1 && (
        <span className={styles.dots} role="img" aria-label={`Pane ${n} of ${count}`}>
          {tab.panes.map(({ id }) => (
            <i key={id} className={cx(id === pane.id && styles.dotOn)} />
          ))}
        </span>
      )}
      {tab.zoomedId === pane.id && <span className={styles.word}>{count - 1} hidden</span>}
      <span className="grow" />
      <FilesButton files={terminal.files} />
      {isReceiving && (
        <span className={styles.cast}>
          <Icon name="radio-tower" size={14} />
          Receives typing
        </span>
      )}
      <IconButton
        size="inline"
        icon="upload"
        label="Upload files"
        className={styles.wide}
        off={filesOff}
        onClick={() => terminal.files.panel.set('upload')}
      />
      <IconButton
        size="inline"
        icon="download"
        label="Download a file"
        className={cx(styles.wide, styles.desk)}
        off={filesOff}
        onClick={() => terminal.files.panel.set('download')}
      />
      <IconMenu
        size="inline"
        icon="keyboard"
        className={styles.keys}
        label="Send a key"
        width={220}
        items={() => sendKeyItems(terminal)}
        off={
          state.kind !== 'live'
            ? 'No shell is connected'
            : mayType(terminal.participantMode)
              ? undefined
              : 'You are only watching'
        }
      />
      <IconMenu size="inline" icon="ellipsis" label="More" width={340} items={items} />
      <IconButton size="inline" icon="x" label="Close" className={styles.desk} onClick={onClose} />
    </header>
  );
}
