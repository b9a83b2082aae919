import { rowSegment } from '../../descriptors/resourceName.ts';
import type { ActionContext, Menu } from '../../descriptors/model/actionModel.ts';
import type { Row } from '../../descriptors/row.ts';
import { fieldText, isColumn, rowTitle } from '../../descriptors/rows.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { rowChoices, type RowChoice, type RowChoiceContext } from '../../resources/actions/rowChoices.ts';
import { iconNamed } from '../../resources/iconNamed.ts';
import { pluralName } from '../../resources/resourceMessages.ts';
import { DO, type Entry, type Destination } from './entry.ts';
import { matchText, type Match } from './match.ts';

/** A resource that the palette searches. */
export type Searched = { resource: Restricted; name: string };

/** A match in a value that the title does not show. */
const FOUND_ELSEWHERE: Match = { points: 1, spans: [] };
const DETAIL_LABELS = 2;

export const groupOf = ({ palette, nav, label }: Restricted): string =>
  (palette !== false && palette?.group) || (nav?.label ?? label[1]);

const titleOf = (resource: Restricted, row: Row): string =>
  (resource.palette !== false && resource.palette?.title?.(row)) || rowTitle(resource, row);

/** Two of its labels. For a row without labels, the text of its second column. */
function detailOf(resource: Restricted, row: Row): string {
  if (resource.palette !== false && resource.palette?.detail) return resource.palette.detail(row);
  const labels = resource.predicate?.labels(row) ?? [];
  if (labels.length > 0)
    return labels
      .slice(0, DETAIL_LABELS)
      .map(({ value }) => value)
      .join(', ');
  const second = resource.fields.find((field) => isColumn(field) && field.source !== resource.list.title);
  return second ? fieldText(second, row) : '';
}

/** The match in the title of a row: quick enough for ten thousand rows. */
export const matchTitle = (resource: Restricted, row: Row, text: string): Match | undefined =>
  matchText(titleOf(resource, row), text);

/** The match in any text of a row. */
export function matchRow(resource: Restricted, row: Row, text: string): Match | undefined {
  const titleMatch = matchTitle(resource, row, text);
  if (titleMatch) return titleMatch;
  const values = [row.id, ...(resource.predicate?.values(row) ?? []), detailOf(resource, row)];
  return matchText(values.join(' '), text) && FOUND_ELSEWHERE;
}

const destinationsOf = (menu: Menu): readonly { label: string; destination: Destination }[] =>
  menu.entries
    .filter(({ blocked }) => blocked === undefined)
    .map(({ label, to }) => ({ label, destination: { to, newTab: menu.target === 'newTab' } }));

type Acting = Pick<RowChoiceContext, 'acl' | 'self' | 'remove'> & { context: ActionContext };

const choicesOf = ({ resource, name }: Searched, row: Row, { context, ...rest }: Acting): readonly RowChoice[] =>
  rowChoices(resource, row, { ...rest, context, open: ({ id }) => context.go(`/${name}/${rowSegment(id)}`) });

/** Ranks before all search results. */
const MEANT: Match = { points: 900, spans: [] };

/** Opens a place directly by its typed name: `login@host`. */
export function quickEntry({ resource, name }: Searched, text: string, context: ActionContext): Entry | undefined {
  const to = resource.list.quick?.to(text, context);
  if (to === undefined) return undefined;
  return {
    id: `quick ${name}`,
    group: groupOf(resource),
    label: text,
    match: MEANT,
    detail: resource.list.quick?.label ?? '',
    icon: iconNamed(resource.icon),
    keys: undefined,
    off: undefined,
    verb: 'Connect',
    choices: [],
    destination: { to, newTab: true },
  };
}

/** One row with its main action. */
export function rowEntry(searched: Searched, row: Row, match: Match, acting: Acting): Entry {
  const { resource, name } = searched;
  const [main] = choicesOf(searched, row, acting);
  const menu = main?.kind === 'menu' && main.off === undefined ? main.menu() : undefined;
  const destinations = menu ? destinationsOf(menu) : [];
  const base = {
    id: `row ${name} ${row.id}`,
    group: groupOf(resource),
    label: titleOf(resource, row),
    match,
    detail: detailOf(resource, row),
    icon: iconNamed(resource.list.icon?.(row) ?? resource.icon),
    keys: undefined,
    off: main?.off ?? (menu && destinations.length === 0 ? menu.none : undefined),
    verb: main?.label ?? 'Show',
    choices: destinations,
  };
  if (main?.kind === 'run' && main.to !== undefined) return { ...base, destination: { to: main.to, newTab: true } };
  if (main?.kind === 'run') return { ...base, run: () => void main.run() };
  // A row that cannot be opened leads to its list.
  return { ...base, destination: { to: `/${name}?search=${encodeURIComponent(base.label)}`, newTab: false } };
}

/** The other actions of the best matching row. */
export function doEntries(searched: Searched, row: Row, text: string, acting: Acting): readonly Entry[] {
  const { resource, name } = searched;
  const title = titleOf(resource, row);
  const entry = (
    id: string,
    label: string,
    rest: Partial<Entry> & ({ destination: Destination } | { run: () => void }),
  ): Entry => ({
    id: `do ${id} ${row.id}`,
    group: DO,
    label,
    match: { points: 0, spans: matchText(label, text)?.spans ?? [] },
    detail: '',
    icon: undefined,
    keys: undefined,
    off: undefined,
    verb: undefined,
    choices: [],
    ...rest,
  });
  const others = choicesOf(searched, row, acting).slice(1);
  return [
    entry('matching', `Show ${pluralName(resource)} matching “${text}”`, {
      icon: 'list-filter',
      keys: 'Ctrl+Enter',
      destination: { to: `/${name}?search=${encodeURIComponent(text)}`, newTab: false },
    }),
    ...others.map((choice) => {
      const looks = { icon: iconNamed(choice.icon ?? 'command'), off: choice.off };
      const label = `${choice.label} ${title}`;
      if (choice.kind === 'run') return entry(choice.id, label, { ...looks, run: () => void choice.run() });
      const destinations = choice.off === undefined ? destinationsOf(choice.menu()) : [];
      const [first] = destinations;
      return first
        ? entry(choice.id, label, { ...looks, choices: destinations, destination: first.destination })
        : entry(choice.id, label, { ...looks, off: choice.off ?? 'No choices available', run: () => undefined });
    }),
  ];
}
