import type { ListWire } from '../../api/lists.ts';
import type { AclKey, AclVerb } from '../../wire/userContext.ts';

// The calls of a resource, and what they need.

/** What a call needs, in the words of the user's ACL. */
export type Need = readonly [what: AclKey, verb: AclVerb];
export type Operation = 'list' | 'create' | 'update' | 'remove';

/** Where the rows of a page are read and written. An operation without a call is not offered. */
export type WireModule<R> = {
  list: ListWire<R>;
  /** Turns one item of an answer into a row: of `one`, `create` and `update`. */
  read?(json: unknown): R | Promise<R>;
  /** Absent where the API has no call for one item: it is then looked for in the list. */
  one?: { url: string };
  /** A body may come later: where a document has to be read first. */
  create?: { url: string; method?: 'PUT'; body(values: Partial<R>): unknown };
  update?: { url: string; body(values: Partial<R>): unknown };
  /** `restores`: creating a removed row again gives back the same thing, so that a removal can be undone. */
  remove?: { url: string; restores?: true };
};
