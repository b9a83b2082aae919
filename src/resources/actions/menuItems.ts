import { config } from '../../api/config.ts';
import { isLocked, type LockedFeature, offerOf } from '../../api/can.ts';
import type { Menu, MenuEntry } from '../../descriptors/model/actionModel.ts';
import type { MenuItem } from '../../ui/menuItems.ts';
import { reportEvent } from '../../api/auth.ts';
import { userContext } from '../../api/userContext.ts';
import { iconNamed } from '../iconNamed.ts';

/** Targets of links: a page of the console, or a full address for a new tab. */
export type PageNavigation = { go: (to: string) => void; href: (to: string) => string };

const entryItem = (entry: MenuEntry, menu: Menu, navigation: PageNavigation): MenuItem => {
  const icon = iconNamed(entry.icon);
  const shared = {
    kind: 'item' as const,
    id: entry.to,
    label: entry.label,
    mono: menu.mono ?? false,
    off: entry.blocked,
    ...(icon && { icon }),
    ...(entry.text !== undefined && { text: entry.text }),
  };
  return menu.target === 'newTab'
    ? { ...shared, href: navigation.href(entry.to), newTab: true }
    : { ...shared, run: () => navigation.go(entry.to) };
};

const offerItem = (feature: LockedFeature): MenuItem => ({
  kind: 'item',
  id: 'offer',
  label: 'Upgrade to unlock',
  icon: 'lock',
  run: () => openOffer(feature),
});

/** The entries of one menu, or a text that there are none. */
export function linkItems(menu: Menu, navigation: PageNavigation): readonly MenuItem[] {
  // The focus is on the first entry, so pressing the main key twice runs the row's main action.
  const { locked } = menu;
  const offer = locked && isLocked(locked, config) ? [offerItem(locked)] : [];
  const entries = menu.entries.map((entry, i) => ({
    ...entryItem(offer.length > 0 ? { ...entry, blocked: 'This plan does not include it' } : entry, menu, navigation),
    ...(i === 0 && menu.free && { hint: 'Enter' }),
  }));
  const head = menu.head === undefined ? [] : [{ kind: 'head' as const, label: menu.head }];
  return [...head, ...offer, ...(entries.length > 0 ? entries : [{ kind: 'head' as const, label: menu.none }])];
}

/** Shown below the entries of a menu that its own button opens. */
export function alsoItems({ also }: Menu): readonly MenuItem[] {
  if (!also) return [];
  const icon = iconNamed(also.icon);
  return [
    { kind: 'line' },
    { kind: 'item', id: 'also', label: also.label, ...(icon && { icon }), run: () => also.run() },
  ];
}

/**
 * Opens the vendor's offer for a feature that the plan of this cluster lacks, and reports the visit (http-auth §12.2).
 */
export function openOffer(feature: LockedFeature): void {
  const { href, report } = offerOf(feature, config, userContext().cluster.authVersion);
  reportEvent('tp.ui.callToAction.click', { eventData: report });
  window.open(href, '_blank', 'noopener');
}
