import { useSearchParams } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';

/** The text to search in the rows; empty while the user types it. */
export type TextSearchQuery = { text: string; isPattern: boolean };
export type TextSearch = {
  /** Undefined while the list itself is shown. */
  query: TextSearchQuery | undefined;
  /** Undefined returns to the list. */
  search: (query: TextSearchQuery | undefined) => void;
};

/** The search in the text of the rows, for lists that have one. It is in the address: `text=` and `regexp=1`. */
export function useTextSearch({ list }: Resource): TextSearch {
  const [params, setParams] = useSearchParams();
  const text = list.textSearch === undefined ? null : params.get('text');
  return {
    query: text === null ? undefined : { text, isPattern: params.get('regexp') === '1' },
    search: (query) =>
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
