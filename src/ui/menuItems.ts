import type { ReactNode } from 'react';
import type { IconName } from './plain/Icon.tsx';

export type MenuItem =
  | ({
      kind: 'item';
      id: string;
      label: string;
      /** Right behind the label: a mark of its state. */
      badge?: ReactNode;
      icon?: IconName;
      /** Drawn as code: logins, roles, databases. */
      mono?: boolean;
      /** A second line that explains the item, or why it is disabled. */
      text?: string;
      /** At the right: a key, a state. */
      hint?: ReactNode;
      /** Why it is disabled. It stays visible, greyed, with the reason at its right. */
      off?: string | undefined;
      danger?: boolean;
      /** A tick before the label: the selected one of several options. */
      chosen?: boolean;
    } & ({ run: () => void } | { href: string; newTab?: boolean }))
  | { kind: 'head'; label: ReactNode }
  /** A short text between the items, in lines. */
  | { kind: 'text'; lines: readonly ReactNode[] }
  | { kind: 'line' };

export type ChoosableItem = Extract<MenuItem, { kind: 'item' }>;

const isChoosable = (item: MenuItem): item is ChoosableItem => item.kind === 'item';

/**
 * Index of the next item from `from` in steps of `by`, wrapping around. Disabled ones are included, because users
 * should read their reason.
 */
export function nextItem(items: readonly MenuItem[], from: number, by: 1 | -1): number {
  const choosable = items.flatMap((item, i) => (isChoosable(item) ? [i] : []));
  const at = choosable.indexOf(from);
  const next = at < 0 ? (by > 0 ? 0 : choosable.length - 1) : (at + by + choosable.length) % choosable.length;
  return choosable[next] ?? -1;
}

/** First item after `from` whose label begins with `typed`, wrapping around; `from` if there is none. */
export function itemByPrefix(items: readonly MenuItem[], from: number, typed: string): number {
  const prefix = typed.toLowerCase();
  for (let step = 1; step <= items.length; step++) {
    const i = (from + step + items.length) % items.length;
    const item = items[i];
    if (item && isChoosable(item) && item.label.toLowerCase().startsWith(prefix)) return i;
  }
  return from;
}
