// The servers that one user may see. They are read again each time, so that a change of roles takes effect at once.
import { REQUEST_CHARS_MAX } from './planner/plan.ts';
import { wordsOf, type ServerFacts } from './planner/servers.ts';
import type { NodeJson } from '../../src/wire/http.ts';
import { at, parseJson } from '../../src/lib/json.ts';
import { parsePredicate, type Predicate } from '../../src/wire/predicate/query.ts';
import { isAffordable } from '../store/predicateCost.ts';
import type { LabelCounts } from '../tasks/assistReads.ts';
import type { Tasks } from '../tasks/Tasks.ts';
import type { AccessWatch } from '../identity/AccessWatch.ts';

export type FoundServers = { servers: NodeJson[]; total: number };

type Parts = { tasks: Tasks; watch: AccessWatch };

export class ServerLookup {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The servers and labels that the words of a request match. */
  async facts(user: string, text: string): Promise<ServerFacts> {
    return this.#parts.tasks.value('serverFacts', { user, words: wordsOf(text.slice(0, REQUEST_CHARS_MAX)) }, { user });
  }

  async labels(user: string, key: string): Promise<LabelCounts> {
    return this.#parts.tasks.value('serverLabels', { user, key }, { user });
  }

  /** Describes a role document in sentences. undefined if the text is not a role. */
  async roleSentences(user: string, text: string): Promise<readonly string[] | undefined> {
    return this.#parts.tasks.value('roleSentences', { text }, { user });
  }

  /** Servers by name. `query`: undefined for all. Throws a RangeError for an invalid query. */
  async find(user: string, query: string | undefined, search: readonly string[], limit: number): Promise<FoundServers> {
    const predicate = query === undefined ? undefined : readQuery(query);
    const access = this.#parts.watch.accessOf(user);
    if (!access?.rule('node', 'list').ok || !access.rule('node', 'read').ok) return { servers: [], total: 0 };
    const request = {
      user,
      path: 'nodes',
      predicate,
      search,
      startKey: '',
      limit,
      sort: { column: 'name', descending: false },
    } as const;
    const json = parseJson((await this.#parts.tasks.answer('inventoryList', request, { user })).toString('utf8'));
    return { servers: at(json, 'items') as NodeJson[], total: Number(at(json, 'totalCount') ?? 0) };
  }
}

/** Throws a RangeError with the fault. */
export function readQuery(query: string): Predicate {
  const parsed = parsePredicate(query);
  if (!parsed.ok) throw new RangeError(`the query cannot be read: ${parsed.message}`);
  if (!isAffordable(parsed.ast)) throw new RangeError('the query has too many conditions');
  return parsed.ast;
}
