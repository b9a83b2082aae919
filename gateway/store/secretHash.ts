import { createHash } from 'node:crypto';

/** The stored form of a random, long secret: a reader of the file cannot use it. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
