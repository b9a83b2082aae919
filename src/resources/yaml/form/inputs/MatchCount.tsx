import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { compileSelector } from '../../../../access/selector.ts';
import { config } from '../../../../api/config.ts';
import { resourceName } from '../../../../descriptors/resourceName.ts';
import { formatCount } from '../../../../lib/numbers.ts';
import { quote } from '../../../../wire/predicate/literals.ts';
import { countOf, many } from '../../../words.ts';
import styles from '../DocumentForm.module.css';
import type { LoadedLabels } from '../useLoadedLabels.ts';
import { isTemplate } from './NamesInput.tsx';

type Selector = Readonly<Record<string, readonly string[]>>;

const isPattern = (text: string): boolean => text.includes('*') || (text.startsWith('^') && text.endsWith('$'));

/** The same as a query of the list, where the query language can say it. */
function queryOf(selector: Selector): string | undefined {
  const entries = Object.entries(selector).filter(([key, values]) => key !== '*' || values.join() !== '*');
  const terms = entries.map(([key, values]) => {
    if (isPattern(key) || values.length === 0) return undefined;
    if (values.includes('*')) return `exists(labels[${quote(key)}])`;
    if (values.some(isPattern)) return undefined;
    const one = values.map((value) => `labels[${quote(key)}] == ${quote(value)}`);
    return one.length > 1 ? `(${one.join(' || ')})` : one.join('');
  });
  return terms.includes(undefined) ? undefined : terms.join(' && ');
}

/** How many of the loaded things a selector chooses. */
export function MatchCount({ selector, loaded }: { selector: Selector; loaded: LoadedLabels }) {
  const { resource, rows, total } = loaded;
  const texts = Object.entries(selector).flat(2);
  const matching = useMemo(() => {
    const compiled = compileSelector(selector, {});
    if (compiled.kind !== 'selector') return 0;
    return rows.filter((labels) => compiled.matches(Object.fromEntries(labels.map(({ name, value }) => [name, value]))))
      .length;
  }, [selector, rows]);
  if (texts.length === 0) return null;
  if (texts.some(isTemplate))
    return <p className={styles.help}>{`Which ${many(resource)} match depends on the traits of each user`}</p>;
  const query = queryOf(selector);
  const base = countOf(resource, rows.length);
  const list = `/${resourceName(resource, { clusterId: config.proxyCluster })}`;
  return (
    <p className={styles.help} role="status">
      {'Matches '}
      <span className="strong t1">{`${formatCount(matching)} of the ${base}`}</span>
      {rows.length < total ? ` loaded, ${formatCount(total)} in all.` : ' loaded.'}
      {query !== undefined && (
        <>
          {' '}
          <Link className="link" to={query === '' ? list : `${list}?query=${encodeURIComponent(query)}`}>
            See which
          </Link>
        </>
      )}
    </p>
  );
}
