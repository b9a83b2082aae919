import { chooseZone, zone } from '../ui/zone.ts';
import type { KeyAction } from '../ui/keys/KeyTable.ts';
import type { NavItem } from './navigation.ts';
import { overlay, fold, isFolded } from './frameState.ts';

// The frame's part of the table of actions. Key handler, tooltips, palette, status bars and the `?` sheet read it.

export const KEYS = { palette: 'Ctrl+K', keys: '?', fold: '\\', zone: 'Shift+U' } as const;

/** The letter after G, by the name of the page, since several pages can share a flag. */
const GO_LETTERS: Readonly<Record<string, string>> = {
  nodes: 'S',
  apps: 'A',
  kubernetes: 'K',
  databases: 'D',
  desktops: 'W',
  sessions: 'T',
  users: 'U',
  roles: 'O',
  recordings: 'R',
  audit: 'L',
};

export const goKeys = (item: NavItem): string | undefined => {
  const letter = GO_LETTERS[item.name];
  return letter && `G ${letter}`;
};

const toggleZone = (): void => chooseZone(zone.get() === 'utc' ? 'local' : 'utc');
export const toggleFold = (): void => fold(!isFolded.get());

type Context = { items: readonly NavItem[]; clusterId: () => string; go: (path: string) => void };

export function frameActions({ items, clusterId, go }: Context): readonly KeyAction[] {
  const everywhere = (label: string, keys: string, run?: () => void): KeyAction => ({
    label,
    group: 'Everywhere',
    keys: [keys],
    ...(run ? { run } : { handled: false }),
  });
  const goTo = items.flatMap((item): KeyAction[] => {
    const keys = goKeys(item);
    return keys ? [{ label: item.label, group: 'Go to', keys: [keys], run: () => go(item.to(clusterId())) }] : [];
  });
  return [
    everywhere('Open the command palette', KEYS.palette, () => overlay.set('palette')),
    everywhere('Close, clear, leave the field', 'Esc'),
    everywhere('Collapse or expand navigation', KEYS.fold, toggleFold),
    everywhere('Switch between local time and UTC', KEYS.zone, toggleZone),
    everywhere('Show keyboard shortcuts', KEYS.keys, () => overlay.set('keys')),
    ...goTo,
  ];
}
