import type { ListWire } from '../../api/lists.ts';
import type { AclKey, AclVerb } from '../../wire/userContext.ts';

// The endpoints of a resource, and their required rights.

/** A required right of an endpoint, in terms of the user's ACL. */
export type Need = readonly [key: AclKey, verb: AclVerb];
export type Operation = 'list' | 'create' | 'update' | 'remove';

/** The endpoints that read and write the rows of a page. An operation without an endpoint is not offered. */
export type WireModule<R> = {
  list: ListWire<R>;
  /** Converts one item of a response into a row, for `one`, `create` and `update`. */
  read?(json: unknown): R | Promise<R>;
  /** Absent if the API has no endpoint for one item: it is then looked up in the list. */
  one?: { url: string };
  /** The body can be a promise, for example if a document must be read first. */
  create?: { url: string; method?: 'PUT'; body(values: Partial<R>): unknown };
  update?: { url: string; body(values: Partial<R>): unknown };
  /** `restores`: creating a removed row again restores it, so that a removal can be undone. */
  remove?: { url: string; restores?: true };
};
