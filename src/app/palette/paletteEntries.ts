import type { IconName } from '../../ui/plain/Icon.tsx';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { goKeys, KEYS } from '../actions.ts';
import type { NavItem } from '../navigation.ts';
import { paths } from '../paths.ts';
import { DO, NO_MATCH, type Entry } from './entry.ts';
import type { Command } from './commands.ts';
import { matchText, type Match } from './match.ts';

/** A target without a navigation entry: a saved view. */
type SavedLink = { label: string; detail: string; to: string };
type Sources = {
  items: readonly NavItem[];
  clusterId: string;
  actions: readonly KeyAction[];
  views?: readonly SavedLink[];
  commands?: readonly Command[];
};

/** Ranks after matches in the name. */
const BY_OTHER_WORDS: Match = { points: 1, spans: [] };

const PAGES = 'Pages';

/** Keys that move a cursor: users do not search for them. */
const MOVES = /^(Shift\+)?(Up|Down|Left|Right|Home|End|PgUp|PgDn)$/;

/** Pages without a navigation entry. */
const OTHER_PAGES: readonly [label: string, icon: IconName, to: () => string][] = [
  ['Account settings', 'user', paths.account],
  ['Passkeys and second factors', 'fingerprint', paths.accountTwoFactor],
  ['Help and support', 'info', paths.support],
];

type PageLabels = { label: string; icon: IconName | undefined; keys?: string | undefined; detail?: string; to: string };

const pageEntry = ({ label, icon, keys, detail = '', to }: PageLabels): Entry => ({
  id: `page ${label} ${detail}`.trim(),
  group: PAGES,
  label,
  match: NO_MATCH,
  detail,
  icon,
  keys,
  off: undefined,
  verb: undefined,
  choices: [],
  destination: { to, newTab: false },
});

/** Entries that need no request: pages, saved views, and then the actions that are available here. */
export function paletteEntries({ items, clusterId, actions, views = [], commands = [] }: Sources): readonly Entry[] {
  const pages = items.map((item) =>
    pageEntry({ label: item.label, icon: item.icon, keys: goKeys(item), to: item.to(clusterId) }),
  );
  const others = OTHER_PAGES.map(([label, icon, to]) => pageEntry({ label, icon, to: to() }));
  const saved = views.map(({ label, detail, to }) => pageEntry({ label, detail, icon: 'bookmark', to }));
  const runnable = actions.flatMap((action): Entry[] => {
    const { run } = action;
    const isElsewhere = action.handled === false || action.group === 'Go to';
    if (!run || isElsewhere || action.keys.some((keys) => keys === KEYS.palette || MOVES.test(keys))) return [];
    return [
      {
        id: `do ${action.label}`,
        group: DO,
        label: action.label,
        match: NO_MATCH,
        detail: action.about?.() ?? '',
        icon: 'command',
        keys: action.keys[0],
        off: action.off,
        verb: undefined,
        choices: [],
        run: () => run(new KeyboardEvent('keydown')),
      },
    ];
  });
  return [...pages, ...others, ...saved, ...runnable, ...commands.map(commandEntry)];
}

const commandEntry = (command: Command): Entry => ({
  id: `do ${command.label}`,
  group: DO,
  label: command.label,
  also: command.also,
  match: NO_MATCH,
  detail: '',
  icon: command.icon,
  keys: undefined,
  off: command.off,
  verb: undefined,
  choices: [],
  ...('to' in command ? { destination: { to: command.to, newTab: false } } : { run: command.run }),
});

/** The input without its prefix: `>` searches only actions, `@` only rows of some resources. */
export type PaletteInput = { sign: '' | '>' | '@'; text: string };

export function readTyped(typed: string): PaletteInput {
  const [first] = typed;
  return first === '>' || first === '@'
    ? { sign: first, text: typed.slice(1).trim() }
    : { sign: '', text: typed.trim() };
}

const ASK = /^ask\s+(?<question>\S.*)$/i;
/** Ranks before all search results. */
const ASKED: Match = { points: 1000, spans: [] };

/** `ask …`: puts the question into the field of Assist, where the user sends it. */
export function questionEntry({ sign, text }: PaletteInput, ask: (question: string) => void): Entry | undefined {
  const question = sign === '@' ? undefined : ASK.exec(text)?.groups?.['question'];
  if (question === undefined) return undefined;
  return {
    id: 'ask',
    group: 'Assist',
    label: `Ask: ${question}`,
    match: ASKED,
    detail: '',
    icon: 'sparkles',
    keys: undefined,
    off: undefined,
    verb: 'Write to Assist',
    choices: [],
    run: () => ask(question),
  };
}

/** The matching entries. Entries with the same id are merged: the page's action takes precedence over the command. */
export function findEntries(entries: readonly Entry[], { sign, text }: PaletteInput): readonly Entry[] {
  if (sign === '@') return [];
  const offered = sign === '>' ? entries.filter((entry) => entry.group === DO) : entries;
  const found = offered.flatMap((entry) => {
    if (text === '') return sign === '' && entry.also !== undefined ? [] : [{ ...entry, match: NO_MATCH }];
    const match = matchText(entry.label, text);
    if (match) return [{ ...entry, match }];
    return entry.also !== undefined && matchText(entry.also, text) ? [{ ...entry, match: BY_OTHER_WORDS }] : [];
  });
  return found.filter(({ id }, i) => found.findIndex((other) => other.id === id) === i);
}
