// Between the list and the search inside of its rows.
import type { Resource } from '../../descriptors/defineResource.ts';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import bar from '../list/QueryBar.module.css';
import type { Inside } from './useInside.ts';

const PLACES = [
  { value: 'list', label: 'List' },
  { value: 'inside', label: 'Typed and shown' },
] as const;

/** Chooses between the list and the search inside of its rows. */
export const InsideChoice = ({ inside: { query, look } }: { inside: Inside }) => (
  <span className={bar.mode}>
    <Segmented
      size="inline"
      label="Search in"
      value={query ? 'inside' : 'list'}
      segments={PLACES}
      onChange={(place) => look(place === 'inside' ? { text: '', isPattern: false } : undefined)}
    />
  </span>
);

/** The same in a menu, for a phone. */
export const insideItems = ({ list }: Resource, { query, look }: Inside): readonly MenuItem[] =>
  list.inside === undefined
    ? []
    : [
        {
          kind: 'item',
          id: 'inside',
          label: query ? 'Back to the list' : 'Search what was typed and shown',
          icon: 'search',
          run: () => look(query ? undefined : { text: '', isPattern: false }),
        },
      ];
