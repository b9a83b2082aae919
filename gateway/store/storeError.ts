/** Why a database operation failed, in one sentence for clients, who get it with status 500. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** The file has no content that this version can use. Other errors may pass. */
export class UnusableFile extends StoreError {
  override name = 'UnusableFile';
}

/** Part of the message of a StoreError if there is no room for a write. */
export const DISK_FULL = 'the disk is full';

/** A text that cannot be stored or searched, because the driver would cut it. The sender gets the error. */
export class UnstorableText extends TypeError {
  override readonly message = 'a string must not contain the character NUL';
}
