import { LIST_PARTS, type ListState } from './listState.ts';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import type { KeyHint } from '../../ui/StatusBar.tsx';

export type ListCommand =
  | 'down'
  | 'up'
  | 'first'
  | 'last'
  | 'pageDown'
  | 'pageUp'
  | 'toggle'
  | 'extendDown'
  | 'extendUp'
  | 'selectAll'
  | 'main'
  | 'menu'
  | 'filter'
  | 'exclude'
  | 'copyName'
  | 'open'
  | 'create'
  | 'remove'
  | 'columns'
  | 'density'
  | 'saveView'
  | 'reload'
  | 'search'
  | 'escape';

/** What the current list can do. */
export type ListAbilities = {
  selectable: boolean;
  /** The list can filter by labels of its rows. */
  facets: boolean;
  /** Verb of the main action. */
  main: string | undefined;
  open: string | undefined;
  create: string | undefined;
  /** Verb for removing a row; undefined if rows cannot be removed. */
  remove: string | undefined;
};

type Line = { command: ListCommand; label: string; keys: readonly string[]; hint?: string | false };

/** Commands that act on the row under the cursor. */
const ROW_COMMANDS: readonly ListCommand[] = [
  'toggle',
  'main',
  'menu',
  'filter',
  'exclude',
  'copyName',
  'open',
  'remove',
];

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function lines({ selectable, facets, main, open, create, remove }: ListAbilities): readonly Line[] {
  const when = (holds: boolean, ...some: Line[]): readonly Line[] => (holds ? some : []);
  const manages = create !== undefined || remove !== undefined;
  return [
    { command: 'down', label: 'Next row', keys: ['Down', 'J'], hint: !manages && selectable && 'move' },
    { command: 'up', label: 'Previous row', keys: ['Up', 'K'] },
    { command: 'first', label: 'First row', keys: ['Home'] },
    { command: 'last', label: 'Last row', keys: ['End'] },
    { command: 'pageDown', label: 'Page down', keys: ['PgDn'] },
    { command: 'pageUp', label: 'Page up', keys: ['PgUp'] },
    ...when(
      selectable,
      { command: 'toggle', label: 'Toggle row selection', keys: ['X', 'Space'], hint: !manages && 'select' },
      { command: 'extendDown', label: 'Extend selection down', keys: ['Shift+Down'] },
      { command: 'extendUp', label: 'Extend selection up', keys: ['Shift+Up'] },
      { command: 'selectAll', label: 'Select all loaded rows', keys: ['Ctrl+A'] },
    ),
    ...when(main !== undefined, { command: 'main', label: main ?? '', keys: ['Enter'], hint: lower(main ?? '') }),
    { command: 'menu', label: 'Show all actions of the row', keys: ['.'] },
    ...when(
      facets,
      { command: 'filter', label: 'Filter by a label of the row', keys: ['F'] },
      { command: 'exclude', label: 'Exclude a label of the row', keys: ['Shift+F'] },
    ),
    { command: 'copyName', label: 'Copy name', keys: ['Y'], hint: !selectable && 'copy name' },
    ...when(open !== undefined, { command: 'open', label: open ?? '', keys: ['E'] }),
    ...when(create !== undefined, { command: 'create', label: create ?? '', keys: ['N'], hint: 'new' }),
    ...when(remove !== undefined, { command: 'remove', label: remove ?? '', keys: ['Del'], hint: lower(remove ?? '') }),
    { command: 'columns', label: 'Columns', keys: ['V'] },
    { command: 'density', label: 'Next density', keys: ['Shift+D'] },
    { command: 'saveView', label: 'Save changes to the view', keys: ['Ctrl+S'] },
    { command: 'reload', label: 'Reload', keys: ['R'] },
    { command: 'search', label: 'Search', keys: ['/'], hint: !manages && selectable && 'search' },
    { command: 'escape', label: 'Close, or clear the selection', keys: ['Esc'] },
  ];
}

/** The list's entries in the table of actions. `rowName` is the name of the row under the cursor. */
export const listActions = (
  abilities: ListAbilities,
  run: (command: ListCommand) => void,
  rowName: () => string | undefined,
): readonly KeyAction[] =>
  lines(abilities).map(({ command, label, keys, hint }) => ({
    label,
    group: 'Lists',
    keys,
    ...(hint && { hint }),
    ...(ROW_COMMANDS.includes(command) && { about: rowName }),
    run: () => run(command),
  }));

const ALL_KEYS: KeyHint = { keys: ['?'], hint: 'all keys' };

/** The few shortcuts that the foot of the list shows: those that work now. */
export function hintsOf(actions: readonly KeyAction[], listState: ListState): readonly KeyHint[] {
  const { keys: keysKind } = LIST_PARTS[listState];
  if (keysKind === 'stop') return [{ keys: ['Esc'], hint: 'stop' }];
  if (keysKind === 'reload') return [{ keys: ['R'], hint: 'reload' }, ALL_KEYS];
  const named = actions.flatMap(({ keys: [key], hint }) =>
    key !== undefined && hint !== undefined ? [{ keys: key === 'Down' ? ['Up', key] : [key], hint }] : [],
  );
  return [...named, ALL_KEYS];
}
