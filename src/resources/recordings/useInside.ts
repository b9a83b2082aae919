import { useSearchParams } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';

/** What is looked for inside of the rows; an empty text: it is still to be typed. */
export type InsideQuery = { text: string; isPattern: boolean };
export type Inside = {
  /** Undefined while the list itself is shown. */
  query: InsideQuery | undefined;
  /** Undefined: back to the list. */
  look: (query: InsideQuery | undefined) => void;
};

/** The search inside of the rows, where the list has one. It stands in the address: `text=` and `regexp=1`. */
export function useInside({ list }: Resource): Inside {
  const [params, setParams] = useSearchParams();
  const text = list.inside === undefined ? null : params.get('text');
  return {
    query: text === null ? undefined : { text, isPattern: params.get('regexp') === '1' },
    look: (query) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('text');
          next.delete('regexp');
          if (query) next.set('text', query.text);
          if (query?.isPattern) next.set('regexp', '1');
          return next;
        },
        { replace: true },
      ),
  };
}
