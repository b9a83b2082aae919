/** What the database could not do, in one sentence that clients may read; they get it with status 500. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** A text that can neither be stored nor looked for: the driver would cut it. Whoever sent it is told. */
export class UnstorableText extends TypeError {
  override readonly message = 'a string must not contain the character NUL';
}
