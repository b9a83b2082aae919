import type { IconName } from '../../ui/plain/Icon.tsx';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { goKeys, KEYS } from '../actions.ts';
import type { NavItem } from '../navigation.ts';
import { paths } from '../paths.ts';

export type Entry = {
  id: string;
  group: 'Pages' | 'Do';
  label: string;
  icon: IconName | undefined;
  keys: string | undefined;
  off: string | undefined;
} & ({ to: string } | { run: () => void });

type Sources = { items: readonly NavItem[]; clusterId: string; actions: readonly KeyAction[] };

/** Steps of a cursor: nobody looks for them by name. */
const MOVES = /^(Shift\+)?(Up|Down|Left|Right|Home|End|PgUp|PgDn)$/;

/** Pages that stand in no navigation. */
const OTHER_PAGES: readonly [label: string, icon: IconName, to: () => string][] = [
  ['Account settings', 'user', paths.account],
  ['Passkeys and second factors', 'fingerprint', paths.accountTwoFactor],
  ['Help and support', 'info', paths.support],
];

/** Everything the palette can offer: pages, then what the table of actions can run from here. */
export function paletteEntries({ items, clusterId, actions }: Sources): Entry[] {
  const pages = items.map((item): Entry => ({
    id: `page ${item.label}`,
    group: 'Pages',
    label: item.label,
    icon: item.icon,
    keys: goKeys(item),
    off: undefined,
    to: item.to(clusterId),
  }));
  const others = OTHER_PAGES.map(([label, icon, to]): Entry => ({
    id: `page ${label}`,
    group: 'Pages',
    label,
    icon,
    keys: undefined,
    off: undefined,
    to: to(),
  }));
  const runnable = actions.flatMap((action): Entry[] => {
    const { run } = action;
    const isElsewhere = action.handled === false || action.group === 'Go to';
    if (!run || isElsewhere || action.keys.some((keys) => keys === KEYS.palette || MOVES.test(keys))) return [];
    return [
      {
        id: `do ${action.label}`,
        group: 'Do',
        label: action.label,
        icon: 'command',
        keys: action.keys[0],
        off: action.off,
        run: () => run(new KeyboardEvent('keydown')),
      },
    ];
  });
  return [...pages, ...others, ...runnable];
}

/** How well a label answers what was typed: words in order of weight, 0 for not at all. */
function score(label: string, words: readonly string[]): number {
  const text = label.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return 0;
    sum += at === 0 ? 3 : /\W/.test(text[at - 1] ?? '') ? 2 : 1;
  }
  return sum;
}

/** `>` in front leaves actions alone. The best match first; equal ones keep their order. Groups stay together. */
export function findEntries(entries: readonly Entry[], typed: string): Entry[] {
  const onlyActions = typed.startsWith('>');
  const words = typed.replace(/^>/, '').toLowerCase().split(/\s+/).filter(Boolean);
  const offered = onlyActions ? entries.filter((entry) => entry.group === 'Do') : entries;
  if (words.length === 0) return [...offered];
  const scored = offered
    .map((entry) => ({ entry, points: score(entry.label, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points);
  const groups = [...new Set(scored.map(({ entry }) => entry.group))];
  return groups.flatMap((group) => scored.filter(({ entry }) => entry.group === group).map(({ entry }) => entry));
}
