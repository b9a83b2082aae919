import { useStore } from '../../../ui/useStore.ts';
import type { ConsoleModel } from './ConsoleModel.ts';
import type { TerminalDocument } from './documents.ts';
import type { TerminalTab } from './TerminalTab.ts';

/** The terminal of a document: there is one for each, made before the document is shown. */
export function terminalOf(model: ConsoleModel, tab: TerminalDocument): TerminalTab {
  const terminal = model.terminal(tab.id);
  if (!terminal) throw new Error('A terminal document without its terminal');
  return terminal;
}

/** How many take part in a session: none while the server has not told. */
export function usePeople(model: ConsoleModel, terminal: TerminalTab) {
  const metadata = useStore(terminal.session.metadata);
  const bySession = useStore(model.people.bySession);
  return (metadata && bySession.get(metadata.id)) ?? [];
}
