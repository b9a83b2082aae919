import { Link, useLocation } from 'react-router-dom';
import { useStore } from '../../ui/useStore.ts';
import { Mark, PRODUCT } from '../../ui/plain/Brand.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { tip } from '../../ui/plain/tip.ts';
import { goKeys, KEYS, toggleFold } from '../actions.ts';
import { CATEGORIES } from '../page.ts';
import type { NavItem } from '../navigation.ts';
import { isFolded } from '../frameState.ts';
import { useConsole } from '../useConsole.ts';
import styles from './Navigation.module.css';
import { SessionFoot } from './SessionFoot.tsx';
import { pageRows } from '../../api/lists.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { resourceName } from '../../descriptors/resourceName.ts';
import { formatCount } from '../../lib/numbers.ts';
import { useAfter } from '../../resources/useAfter.ts';
import { useListFeed } from '../../resources/list/useListFeed.ts';

/** Long enough for the first rows of the page itself. */
const PATIENCE_MS = 2000;

type LiveCountProps = { resource: Resource; clusterId: string; className: string | undefined };

/** The current number of rows in a list. Its page uses the same response, so there is no second request. */
function LiveCount({ resource, clusterId, className }: LiveCountProps) {
  const { sort, rereadEveryMs } = resource.list;
  const enabled = useAfter(PATIENCE_MS, true);
  const { rows, total } = useListFeed(
    resourceName(resource, { clusterId }),
    { filter: {}, sort },
    { enabled, perPage: pageRows(resource.wire.list), rereadEveryMs },
  );
  if (!rows || total === 0) return null;
  return <span className={className}>{formatCount(total)}</span>;
}

type Props = {
  look: 'full' | 'rail' | 'drawer';
  /** Closes the drawer when the user has chosen. */
  onChosen?: () => void;
};

/** All categories. Each head leads to the last visited page of its category. */
export function Navigation({ look, onChosen }: Props) {
  const { items, visits } = useConsole();
  const { pathname } = useLocation();
  const folded = useStore(isFolded);
  const rail = look === 'rail';
  return (
    <nav className={cx(styles.nav, rail && styles.rail)} aria-label="Main" onClick={onChosen}>
      <div className={styles.head}>
        <Mark />
        {!rail && <span>{PRODUCT}</span>}
        {look === 'full' && (
          <IconButton
            icon="panel-left-close"
            size="inline"
            label="Collapse navigation"
            keys={KEYS.fold}
            onClick={toggleFold}
          />
        )}
      </div>
      <div className={styles.body}>
        {CATEGORIES.map((category) => {
          const categoryItems = items.filter((item) => item.category === category);
          const into = visits.into(category, items);
          if (categoryItems.length === 0 || into === undefined) return null;
          return (
            <div key={category} className={styles.category}>
              {rail ? (
                <hr className={styles.rule} />
              ) : isAlone(categoryItems) ? (
                <div className={styles.gap} />
              ) : (
                <Link className={styles.categoryHead} to={into}>
                  {category}
                </Link>
              )}
              {categoryItems.map((item, i) => (
                <div key={item.label}>
                  {item.section && item.section !== categoryItems[i - 1]?.section && !rail && (
                    <div className={styles.section}>{item.section}</div>
                  )}
                  <ItemLink item={item} rail={rail} isHere={item.isAt(pathname)} />
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {rail && folded && (
        <div className={styles.unfold}>
          <IconButton icon="chevron-right" label="Expand navigation" keys={KEYS.fold} onClick={toggleFold} />
        </div>
      )}
      <SessionFoot rail={rail} />
    </nav>
  );
}

/** A category with a single page of the same name needs no head. */
const isAlone = (items: readonly NavItem[]): boolean => items.length === 1 && items[0]?.label === items[0]?.category;

function ItemLink({ item, rail, isHere }: { item: NavItem; rail: boolean; isHere: boolean }) {
  const { visits } = useConsole();
  const clusterId = useStore(visits.clusterId);
  return (
    <Link
      className={cx(styles.item, isHere && styles.here)}
      to={item.to(clusterId)}
      aria-current={isHere ? 'page' : undefined}
      aria-label={rail ? item.label : undefined}
      {...(rail && tip(item.label, { keys: goKeys(item), named: true }))}
    >
      {item.icon && <Icon name={item.icon} />}
      {!rail && <span className="cut">{item.label}</span>}
      {!rail && item.counted && (
        <LiveCount key={clusterId} resource={item.counted} clusterId={clusterId} className={styles.count} />
      )}
    </Link>
  );
}
