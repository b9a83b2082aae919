import { useGetList } from 'ra-core';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { plural } from '../../lib/numbers.ts';
import { codes, listAll, textOf } from '../../lib/sentence.ts';

const ALL = { page: 1, perPage: 100_000 };

/** `off`: why the row cannot be removed yet. */
type Holders = { lines: readonly string[]; off?: string };

/** Who keeps a row from being removed, by name; what the server does where that cannot be read. */
export function useHolders({ heldBy }: Resource, id: string): Holders {
  const { data, error } = useGetList<Row>(
    heldBy?.resource ?? '',
    { pagination: ALL },
    { enabled: heldBy !== undefined },
  );
  if (!heldBy) return { lines: [] };
  if (error) return { lines: ['The server refuses while a user still has it'] };
  if (!data) return { lines: ['Reading who has it'], off: 'Wait until it is known who has it' };
  const names = data.filter((row) => [row[heldBy.field]].flat().includes(id)).map((row) => row.id);
  if (names.length === 0) return { lines: ['No user has it'] };
  const who = textOf(listAll(codes(names)));
  return {
    lines: [
      `${plural(names.length, 'user')} ${names.length === 1 ? 'has' : 'have'} it: ${who}. Take it from them first`,
    ],
    off: 'Users still have it',
  };
}
