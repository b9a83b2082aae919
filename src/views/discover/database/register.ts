import { databaseNameConflict, type NameConflictAdvice } from './databaseTexts.ts';
import {
  createDatabase,
  fetchServiceMatchers,
  findDatabase,
  isDatabaseServed,
  updateDatabase,
  type LabelMatchers,
  type NewDatabase,
} from '../../../api/newDatabases.ts';
import { isApiError } from '../../../api/errors.ts';
import type { LabelJson } from '../../../wire/http.ts';

/** Time for the whole registration. */
export const REGISTER_MS = 30_000;
const POLL_MS = 3000;

type Options = {
  clusterId: string;
  database: NewDatabase;
  /** The database that this run has registered before. */
  before: NewDatabase | undefined;
  advice: NameConflictAdvice;
  signal: AbortSignal;
  /** Called once the database is created, even if a later call fails. */
  onCreated: () => void;
};

/** `served`: an agent serves the database already, so no agent has to be deployed. */
type Registered = { served: boolean };

/** The create call failed: the user has to change the fields. */
export class RegisterRefused extends Error {}

/**
 * Registers a database and waits for the agent that serves it, if one matches (screens §19.4). Rejects with
 * RegisterRefused if the name or the fields are refused, and with another error otherwise.
 */
export async function registerDatabase(options: Options): Promise<Registered> {
  const { clusterId, database, signal, onCreated } = options;
  await write(options);
  onCreated();
  signal.throwIfAborted();
  const services = await fetchServiceMatchers(clusterId, signal);
  if (!services.some((matchers) => matchesLabels(matchers, database.labels))) return { served: false };
  for (;;) {
    signal.throwIfAborted();
    const found = await findDatabase(clusterId, database.name, signal).catch(() => undefined);
    if (found) return { served: true };
    await pause(POLL_MS, signal);
  }
}

async function write({ clusterId, database, before, advice }: Options): Promise<void> {
  const { name, protocol, uri, labels, awsRds } = database;
  if (before?.name === name) {
    if (JSON.stringify(before) !== JSON.stringify(database))
      await updateDatabase(clusterId, name, { protocol, uri, labels, ...(awsRds && { awsRds }) });
    return;
  }
  try {
    await createDatabase(clusterId, database);
  } catch (error) {
    if (!isApiError(error, 409)) throw new RegisterRefused(String(error instanceof Error ? error.message : error));
    throw new RegisterRefused(databaseNameConflict(name, await isDatabaseServed(clusterId, name), advice));
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Whether a service with these matchers serves a database with these labels (screens §19.4). All matchers must match.
 * Only `*: *` matches a database without labels.
 */
export function matchesLabels(matchers: LabelMatchers, labels: readonly LabelJson[]): boolean {
  const entries = Object.entries(matchers ?? {});
  return (
    entries.length > 0 &&
    entries.every(([key, values]) => {
      const allowed = [values].flat();
      if (key === '*' && allowed.includes('*')) return true;
      return labels.some(
        ({ name, value }) => (key === '*' || key === name) && (allowed.includes('*') || allowed.includes(value)),
      );
    })
  );
}
