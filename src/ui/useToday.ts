import { formatDate } from '../lib/dates.ts';
import { useNow } from './useNow.ts';

const LOOK_EVERY_MS = 30_000;

/** The present day here, `yyyy-MM-dd`; another one soon after midnight. */
export const useToday = (): string => formatDate(new Date(useNow(LOOK_EVERY_MS)), 'local');
