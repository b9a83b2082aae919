import { STORAGE } from '../../lib/storageKeys.ts';

const HIDDEN_FOR_MS = 24 * 3600_000;

/** Names of closed banners, each with the time from which it shows again; what is past is dropped (screens §1.6). */
export function dismissedAlerts(storage: Storage, nowMs: number): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE.disabledAlerts) ?? '{}');
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
    return new Map(
      entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > nowMs),
    );
  } catch {
    return new Map();
  }
}

export function dismissAlert(storage: Storage, name: string, nowMs: number): Map<string, number> {
  const dismissed = dismissedAlerts(storage, nowMs).set(name, nowMs + HIDDEN_FOR_MS);
  storage.setItem(STORAGE.disabledAlerts, JSON.stringify(Object.fromEntries(dismissed)));
  return dismissed;
}
