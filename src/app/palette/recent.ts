import { at, isObject, textAt } from '../../lib/json.ts';
import { readJson, writeJson, RECENT_PREFIX } from '../../lib/storage.ts';
import { iconNamed } from '../../resources/iconNamed.ts';
import { NO_MATCH, type Entry, type Destination } from './entry.ts';

const KEPT = 6;

type Visit = { label: string; detail: string; icon: string; choice: string; destination: Destination };

const keyOf = (user: string): string => `${RECENT_PREFIX}${encodeURIComponent(user)}`;

function toVisit(json: unknown): Visit[] {
  const to = textAt(json, 'destination', 'to');
  const label = textAt(json, 'label');
  if (!isObject(json) || label === '' || !to.startsWith('/')) return [];
  const [detail, icon, choice] = [textAt(json, 'detail'), textAt(json, 'icon'), textAt(json, 'choice')];
  return [{ label, detail, icon, choice, destination: { to, newTab: at(json, 'destination', 'newTab') === true } }];
}

const visitsOf = (storage: Storage, user: string): readonly Visit[] => {
  const stored = readJson(storage, keyOf(user));
  return Array.isArray(stored) ? stored.flatMap(toVisit) : [];
};

/** The recent targets of this user, newest first. */
export const recentEntries = (storage: Storage, user: string): readonly Entry[] =>
  visitsOf(storage, user).map(({ label, detail, icon, choice, destination }) => ({
    id: `recent ${destination.to}`,
    group: 'Recent',
    label,
    match: NO_MATCH,
    detail,
    icon: iconNamed(icon),
    keys: undefined,
    off: undefined,
    verb: choice || undefined,
    choices: [],
    destination,
  }));

/** Stores a visit. A browser without storage does not keep it. */
export function noteVisit(
  storage: Storage,
  user: string,
  entry: Entry,
  destination: Destination,
  choice: string,
): void {
  const { label, detail, icon = '' } = entry;
  const visit: Visit = { label, detail, icon, choice, destination };
  const others = visitsOf(storage, user).filter((visit) => visit.destination.to !== destination.to);
  writeJson(storage, keyOf(user), [visit, ...others].slice(0, KEPT));
}
