import { parsePredicate } from '../../src/wire/predicate/query.ts';
import type { Caller } from '../identity/caller.ts';
import type { Entry } from '../inventory/entry.ts';
import { isAffordable } from '../store/predicateCost.ts';
import type { Tasks } from '../tasks/Tasks.ts';

/** Few enough that taking them over from the thread that finds them takes no time. */
const PAGE = 200;

/**
 * The nodes that a predicate finds among those that the roles show; none where it cannot be read, or asks for too much
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
  const asked = { user: user.name, predicate: predicate.ast, limit: PAGE };
  for (let startKey = ''; ;) {
    const { entries, nextKey } = await tasks.value('foundNodes', { ...asked, startKey }, { user: user.name });
    yield* entries;
    if (nextKey === '') return;
    startKey = nextKey;
  }
}
