import { fillPath } from '../api/urls.ts';
import type { Resource } from '../descriptors/defineResource.ts';
import { iconNamed } from '../resources/iconNamed.ts';
import type { IconName } from '../ui/plain/Icon.tsx';
import { isFlag, type Flag } from './features.ts';
import { type Page, CATEGORIES, SECTIONS, type Category, type Section } from './page.ts';
import { matcherOf, paths } from './paths.ts';

/** A page for navigation, palette and shortcuts. */
export type NavItem = {
  /** The resource's name, or that of the page's path. */
  name: string;
  label: string;
  icon: IconName | undefined;
  category: Category;
  section: Section | undefined;
  weight: number;
  flag: Flag;
  /** The resource whose number of rows is shown beside the entry. */
  counted?: Resource;
  to: (clusterId: string) => string;
  /** `pathname` below `/web`. */
  isAt: (pathname: string) => boolean;
};

const atOrBelow = (pattern: string) => {
  const matcher = matcherOf({ pattern, below: true });
  return (pathname: string) => matcher.test(pathname);
};

/** The condition for showing the pages of a resource with a navigation entry. */
export function flagOf({ nav, acl, name }: Resource): Flag | undefined {
  const flag = nav && (nav.flag ?? acl);
  if (flag !== undefined && !isFlag(flag)) throw new Error(`${name}: unknown feature “${flag}”`);
  return flag;
}

function itemOfResource(resource: Resource): NavItem[] {
  const { name, nav, label, icon, path } = resource;
  const flag = flagOf(resource);
  if (!nav || !flag) return [];
  return [
    {
      name,
      label: nav.label ?? label[1],
      icon: iconNamed(icon),
      category: nav.category,
      section: nav.section,
      weight: nav.weight ?? Number.MAX_SAFE_INTEGER,
      flag,
      ...(nav.count && { counted: resource }),
      to: (clusterId) => fillPath(`/${path}`, { clusterId }),
      isAt: atOrBelow(`/${path}`),
    },
  ];
}

function itemOfPage({ at, nav, flag }: Page): NavItem[] {
  if (!nav || !flag) return [];
  const [name] = at;
  const { pattern } = paths[name];
  const to = (clusterId: string) => fillPath(pattern, { clusterId });
  return [{ name, section: undefined, ...nav, flag, to, isAt: atOrBelow(pattern) }];
}

const rank = ({ category, section }: NavItem): number =>
  CATEGORIES.indexOf(category) * SECTIONS.length + (section ? SECTIONS.indexOf(section) : 0);

/** A page below another one keeps its own addresses: `/integrations/new` does not belong to `/integrations`. */
const apart = (items: readonly NavItem[]): NavItem[] =>
  items.map((item) => {
    const deeper = items.filter(({ to }) => to('c').startsWith(`${item.to('c')}/`));
    return { ...item, isAt: (at) => item.isAt(at) && !deeper.some((other) => other.isAt(at)) };
  });

/** Every page with a navigation entry, in order. The features decide which of them are shown. */
export const navItems = (resources: readonly Resource[], pages: readonly Page[]): NavItem[] =>
  apart([...resources.flatMap(itemOfResource), ...pages.flatMap(itemOfPage)]).sort(
    (a, b) => rank(a) - rank(b) || a.weight - b.weight || a.label.localeCompare(b.label),
  );
