import { useStore } from '../../../ui/useStore.ts';
import type { People } from '../sharing/PeopleList.tsx';
import type { ConsoleModel } from './ConsoleModel.ts';
import type { Pane } from './tabs.ts';
import type { PaneTerminal } from './PaneTerminal.ts';

/** The terminal of a pane: there is one for each, made before the pane is shown. */
export function terminalOf(model: ConsoleModel, pane: Pane): PaneTerminal {
  const terminal = model.terminal(pane.id);
  if (!terminal) throw new Error('A pane without its terminal');
  return terminal;
}

/** Who takes part in a session: nobody while the server has not told. */
export function usePeople(model: ConsoleModel, terminal: PaneTerminal): People {
  const metadata = useStore(terminal.session.metadata);
  const bySession = useStore(model.people.bySession);
  const self = useStore(model.self);
  return { parties: (metadata && bySession.get(metadata.id)) ?? [], owner: metadata?.owner ?? '', self };
}
