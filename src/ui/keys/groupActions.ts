import { keyText } from '../plain/keyCaps.ts';
import type { KeyAction } from './KeyTable.ts';

export type ActionGroup = { group: string; actions: readonly KeyAction[] };

/** Actions under their headings, in the order of the table; `wanted` looks in names and in keys. The first of a name wins. */
export function groupActions(actions: readonly KeyAction[], wanted = ''): ActionGroup[] {
  const sought = wanted.trim().toLowerCase();
  const matches = ({ label, keys }: KeyAction) =>
    label.toLowerCase().includes(sought) || keys.some((k) => keyText(k).toLowerCase().includes(sought));
  const groups = new Map<string, Map<string, KeyAction>>();
  for (const action of actions.filter(matches)) {
    const own = groups.get(action.group) ?? new Map<string, KeyAction>();
    if (!own.has(action.label)) own.set(action.label, action);
    groups.set(action.group, own);
  }
  return [...groups].map(([group, own]) => ({ group, actions: [...own.values()] }));
}
