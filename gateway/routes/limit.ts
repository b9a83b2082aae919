import { badRequest } from '../http/failures.ts';

/** The parameter `limit`: a 32-bit number as text, 0 if it is absent (http-resources §1.1). */
export function limitOf(text: string): number {
  if (text === '') return 0;
  const limit = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(limit >= -(2 ** 31) && limit < 2 ** 31)) throw badRequest(`failed to parse limit as limit: ${text}`);
  return limit;
}
