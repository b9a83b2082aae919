import { createHash } from 'node:crypto';

/** What is stored of a secret that is random and long: whoever reads the file cannot use it. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
