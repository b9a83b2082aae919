import { useSearchParams } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';

/** The text that is searched in the rows; empty while it is typed. */
export type TextSearchQuery = { text: string; isPattern: boolean };
export type TextSearch = {
  /** Undefined while the list itself is shown. */
  query: TextSearchQuery | undefined;
  /** Undefined: back to the list. */
  search: (query: TextSearchQuery | undefined) => void;
};

/** The search in the text of the rows, where the list has one. It stands in the address: `text=` and `regexp=1`. */
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
