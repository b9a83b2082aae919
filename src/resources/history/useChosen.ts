import { useSearchParams } from 'react-router-dom';
import type { Revision } from '../../api/history.ts';

/** The selected revision, and the one it is compared with. Both are in the address. */
export type ChosenRevision = {
  id: string;
  /** Undefined: there is no earlier one to compare with. */
  with: string | undefined;
  choose: (id: string) => void;
  compare: (id: string) => void;
};

export function useChosen(revisions: readonly Revision[] = []): ChosenRevision {
  const [search, setSearch] = useSearchParams();
  const revisionParam = search.get('revision');
  const index = Math.max(
    0,
    revisions.findIndex(({ id }) => id === revisionParam),
  );
  const requestedId = search.get('with');
  return {
    id: revisions[index]?.id ?? '',
    with: revisions.find(({ id }) => id === requestedId)?.id ?? revisions[index + 1]?.id,
    choose: (id) => setSearch({ revision: id }, { replace: true }),
    compare: (id) => setSearch({ revision: revisions[index]?.id ?? '', with: id }, { replace: true }),
  };
}
