import { parsePredicate } from '../../src/wire/predicate/query.ts';
import type { Caller } from '../identity/caller.ts';
import type { Entry } from '../inventory/entry.ts';
import { isAffordable } from '../store/predicateCost.ts';
import type { Tasks } from '../tasks/Tasks.ts';

/** Small enough that transferring a page from the thread takes no time. */
const PAGE = 200;

/**
 * The nodes that match a predicate among those that the roles show. Empty if the predicate is invalid or too expensive
 * (streams §8.2).
 */
export async function* foundNodes(
  tasks: Tasks,
  { user, access }: Pick<Caller, 'user' | 'access'>,
  query: string,
): AsyncGenerator<Entry> {
  const predicate = parsePredicate(query);
  if (!predicate.ok || !isAffordable(predicate.ast)) return;
  if (!access.rule('node', 'list').ok || !access.rule('node', 'read').ok) return;
  const request = { user: user.name, predicate: predicate.ast, limit: PAGE };
  for (let startKey = ''; ;) {
    const { entries, nextKey } = await tasks.value('foundNodes', { ...request, startKey }, { user: user.name });
    yield* entries;
    if (nextKey === '') return;
    startKey = nextKey;
  }
}
