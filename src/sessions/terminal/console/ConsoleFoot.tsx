import { formatDuration } from '../../../lib/dates.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { StatusBar, type KeyHint } from '../../../ui/StatusBar.tsx';
import type { Toast } from '../../../ui/toasts.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useStore } from '../../../ui/useStore.ts';
import type { ConsoleModel } from './ConsoleModel.ts';
import { titleOf, type ConsoleDocument, type Pane } from './tabs.ts';
import { KEYS } from './keys.ts';
import { shortId, stateLabel } from './sessionMessages.ts';
import type { PaneTerminal } from './PaneTerminal.ts';
import { usePeople } from './useTerminal.ts';

const HINTS: readonly KeyHint[] = [
  { keys: ['Ctrl+Shift', '↑↓←→'], hint: 'move between panes and out of the terminal' },
  { keys: [KEYS.find], hint: 'find' },
  { keys: [KEYS.splitRight], hint: 'split' },
];

type Props = {
  model: ConsoleModel;
  tab: ConsoleDocument | undefined;
  /** The focused pane. */
  pane: Pane | undefined;
  terminal: PaneTerminal | undefined;
  message: Toast | undefined;
};

/** The state of the focused session, and messages about the last keyboard action. */
export const ConsoleFoot = ({ model, tab, pane, terminal, message }: Props) => (
  <StatusBar keys={terminal ? HINTS : []}>
    {terminal && pane ? (
      <SessionFacts model={model} title={pane.title} terminal={terminal} />
    ) : (
      <span>{tab ? titleOf(tab) : 'No session'}</span>
    )}
    {message && (
      <span className="row g4">
        {message.isWarning && <Icon name="triangle-alert" size={14} className="warn-mark" label="Warning" />}
        {message.text}
      </span>
    )}
  </StatusBar>
);

function SessionFacts({ model, title, terminal }: { model: ConsoleModel; title: string; terminal: PaneTerminal }) {
  const { session } = terminal;
  const state = useStore(session.state);
  const metadata = useStore(session.metadata);
  const { cols, rows, setBy } = useStore(session.size);
  const { parties, self } = usePeople(model, terminal);
  const setter = setBy === self ? 'your other window' : setBy;
  const isShared = setter !== undefined && parties.length !== 1;
  const size = `${cols} × ${rows}${isShared ? `, size set by ${setter}` : ''}`;
  return (
    <>
      <span>{title}</span>
      <span className="t3">{state.kind === 'live' ? size : stateLabel(state).word}</span>
      {metadata && (
        <span className="t3" title={metadata.id}>
          Session {shortId(metadata.id)}
          {metadata.created && state.kind === 'live' && <Age since={metadata.created} />}
        </span>
      )}
    </>
  );
}

/** Changes every second and is hidden from screen readers. */
const Age = ({ since }: { since: Date }) => <span aria-hidden>, {formatDuration(useNow(1000) - since.getTime())}</span>;
