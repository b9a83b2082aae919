import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from '../../../ui/useStore.ts';
import type { SessionState } from '../session/sessionState.ts';
import type { People } from '../sharing/PeopleList.tsx';
import type { ConsoleModel } from './ConsoleModel.ts';
import type { PaneTerminal } from './PaneTerminal.ts';
import { stateLabel, type StateLabel } from './sessionMessages.ts';
import type { Pane, TerminalDocument } from './tabs.ts';

/** The terminal of a pane. Each pane has one, created before the pane is shown. */
export function terminalOf(model: ConsoleModel, pane: Pane): PaneTerminal {
  const terminal = model.terminal(pane.id);
  if (!terminal) throw new Error('useTerminal works only inside a terminal pane');
  return terminal;
}

/** The participants of a session. Empty until the server has sent them. */
export function usePeople(model: ConsoleModel, terminal: PaneTerminal): People {
  const metadata = useStore(terminal.session.metadata);
  const session = useStore(model.people.bySession).get(metadata?.id ?? '');
  const self = useStore(model.self);
  const isWaiting = session?.isWaiting === true;
  return { parties: session?.parties ?? [], isWaiting, owner: metadata?.owner ?? '', self };
}

/** The facts about its panes that a tab shows. */
type TabFacts = StateLabel & { people: number; hasRung: boolean; transfers: number };

/** The tab shows the most urgent state of its panes, in this order. */
const CONCERN: readonly SessionState['kind'][] = [
  'lost',
  'rejoining',
  'refused',
  'authenticating',
  'ended',
  'connecting',
  'live',
];

function tabFacts(model: ConsoleModel, tab: TerminalDocument): TabFacts {
  const terminals = tab.panes.flatMap(({ id }) => model.terminal(id) ?? []);
  const states = terminals.map(({ session }) => session.state.get());
  const worst = states.toSorted((a, b) => CONCERN.indexOf(a.kind) - CONCERN.indexOf(b.kind))[0];
  const bySession = model.people.bySession.get();
  const sessions = terminals.flatMap(({ session }) => bySession.get(session.metadata.get()?.id ?? '') ?? []);
  const isWaiting = sessions.some((session) => session.isWaiting);
  return {
    ...stateLabel(worst ?? { kind: 'connecting' }, isWaiting),
    people: Math.max(0, ...sessions.map(({ parties }) => parties.length)),
    hasRung: terminals.some(({ hasRung }) => hasRung.get()),
    transfers: terminals.reduce((sum, { files }) => sum + files.tally.shown.get().pending, 0),
  };
}

/** Subscribes to the facts of a tab and compares their content: sessions change often, their tab facts seldom. */
export function useTabFacts(model: ConsoleModel, tab: TerminalDocument): TabFacts {
  const { panes } = tab;
  const subscribe = useCallback(
    (listener: () => void) => {
      const terminals = panes.flatMap(({ id }) => model.terminal(id) ?? []);
      const stops = [
        model.people.bySession.subscribe(listener),
        ...terminals.flatMap(({ session, hasRung, files }) => [
          session.state.subscribe(listener),
          session.metadata.subscribe(listener),
          hasRung.subscribe(listener),
          files.tally.shown.subscribe(listener),
        ]),
      ];
      return () => stops.forEach((stop) => stop());
    },
    [model, panes],
  );
  useSyncExternalStore(subscribe, () => JSON.stringify(tabFacts(model, tab)));
  return tabFacts(model, tab);
}
