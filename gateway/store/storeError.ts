/** What the database could not do, in one sentence that clients may read; they get it with status 500. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** In the message of a StoreError, where there is no room for a write. */
export const DISK_FULL = 'the disk is full';

/** A text that can neither be stored nor looked for: the driver would cut it. Whoever sent it is told. */
export class UnstorableText extends TypeError {
  override readonly message = 'a string must not contain the character NUL';
}
