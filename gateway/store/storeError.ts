/** What the database could not do, in one sentence that clients may read; they get it with status 500. */
export class StoreError extends Error {
  override name = 'StoreError';
}
