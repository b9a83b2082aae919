import { decodePercent } from '../lib/encoding.ts';
import { ValueStore } from '../lib/valueStore.ts';
import type { NavItem } from './navigation.ts';
import type { Category } from './page.ts';

const CLUSTER = /^\/cluster\/([^/]+)/;

/** The visited pages and clusters since the page was loaded (screens §1.4, §1.5). */
export class Visits {
  /** The cluster for links: the last one in an address. */
  readonly clusterId: ValueStore<string>;
  #last = new Map<Category, string>();
  #items: readonly NavItem[];

  constructor(rootCluster: string, items: readonly NavItem[]) {
    this.clusterId = new ValueStore(rootCluster);
    this.#items = items;
  }

  /** `pathname` below `/web`, as in the address bar. */
  note({ pathname, search }: { pathname: string; search: string }): void {
    const cluster = CLUSTER.exec(pathname)?.[1];
    if (cluster) this.clusterId.set(decodePercent(cluster));
    const category = this.#items.find((item) => item.isAt(pathname))?.category;
    if (category) this.#last.set(category, pathname + search);
  }

  /** The target of a category: its last visited page, else its first. `shown`: the pages that the user may open. */
  into(category: Category, shownItems: readonly NavItem[]): string | undefined {
    const categoryItems = shownItems.filter((item) => item.category === category);
    const last = this.#last.get(category);
    const [pathname = ''] = last?.split('?') ?? [];
    return categoryItems.some((item) => item.isAt(pathname)) ? last : categoryItems[0]?.to(this.clusterId.get());
  }
}
