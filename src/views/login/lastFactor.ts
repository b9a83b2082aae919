import { STORAGE } from '../../lib/storageKeys.ts';
import type { Factor } from './secondFactors.ts';

/** The factor with which this browser signed in last or set up an account, if it is among those offered. */
export const lastFactor = (offered: readonly Factor[]): Factor | undefined => {
  const kept = localStorage.getItem(STORAGE.factor);
  return offered.find((factor) => factor === kept);
};

export const keepFactor = (factor: Factor): void => localStorage.setItem(STORAGE.factor, factor);
