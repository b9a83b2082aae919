import { at, isObject, textAt } from '../../lib/json.ts';
import { readJson, writeJson, RECENT_PREFIX } from '../../lib/storage.ts';
import { iconNamed } from '../../resources/iconNamed.ts';
import { NO_MATCH, type Entry, type Destination } from './entry.ts';

const KEPT = 6;

type Visit = { label: string; detail: string; icon: string; choice: string; place: Destination };

const keyOf = (user: string): string => `${RECENT_PREFIX}${encodeURIComponent(user)}`;

function toVisit(json: unknown): Visit[] {
  const to = textAt(json, 'place', 'to');
  const label = textAt(json, 'label');
  if (!isObject(json) || label === '' || !to.startsWith('/')) return [];
  const [detail, icon, choice] = [textAt(json, 'detail'), textAt(json, 'icon'), textAt(json, 'choice')];
  return [{ label, detail, icon, choice, place: { to, newTab: at(json, 'place', 'newTab') === true } }];
}

const visitsOf = (storage: Storage, user: string): readonly Visit[] => {
  const stored = readJson(storage, keyOf(user));
  return Array.isArray(stored) ? stored.flatMap(toVisit) : [];
};

/** The recent targets of this user, newest first. */
export const recentEntries = (storage: Storage, user: string): readonly Entry[] =>
  visitsOf(storage, user).map(({ label, detail, icon, choice, place }) => ({
    id: `recent ${place.to}`,
    group: 'Recent',
    label,
    match: NO_MATCH,
    detail,
    icon: iconNamed(icon),
    keys: undefined,
    off: undefined,
    verb: choice || undefined,
    choices: [],
    place,
  }));

/** Stores a visit. A browser without storage does not keep it. */
export function noteVisit(storage: Storage, user: string, entry: Entry, place: Destination, choice: string): void {
  const { label, detail, icon = '' } = entry;
  const visit: Visit = { label, detail, icon, choice, place };
  const others = visitsOf(storage, user).filter((visit) => visit.place.to !== place.to);
  writeJson(storage, keyOf(user), [visit, ...others].slice(0, KEPT));
}
