// The steps of a connection test, as data: the action, what it proves, and what failed (http-resources §13.3).
import type { TraceJson, TraceType } from '../../src/wire/diagnostics.ts';
import { ApiFailure } from '../http/failures.ts';
import { untilAborted, withTimeLimit } from '../http/timeLimit.ts';

/** The text of a successful step. */
const SUCCESS: Partial<Record<TraceType, string>> = {
  RBAC_NODE: 'Your roles allow access to the server.',
  RBAC_DATABASE: 'Your roles allow access to the database.',
  RBAC_KUBE: 'Your roles allow access to the Kubernetes cluster.',
  RBAC_PRINCIPAL: 'Your roles allow the requested names.',
  RBAC_DATABASE_LOGIN: 'Your roles allow the database user and the database name.',
  NODE_PRINCIPAL: 'The login exists on the server and can run a command.',
  DATABASE_DB_USER: 'The database accepts the user.',
  DATABASE_DB_NAME: 'The database with this name exists and the user can open it.',
  KUBE_PRINCIPAL: 'The cluster accepts the user and the groups, and lists the pods of the namespace.',
  RBAC_APP: 'Your roles allow access to the application.',
  APP_RESPONSE: 'The application answers requests.',
  RBAC_DESKTOP: 'Your roles allow access to the desktop with the login.',
  DESKTOP_LOGIN: 'The gateway can sign in at the desktop.',
  CONNECTIVITY: 'The gateway reaches the resource.',
};

/** `proves`: in display order, once `run` resolves or fails at a later part. */
export type Step = { proves: readonly TraceType[]; run: (signal: AbortSignal) => Promise<void> | void };

/**
 * A tested part does not work. `details`: cause and suggested fix for users. `error`: the raw cause, without secrets.
 */
export class StepFailure extends Error {
  override name = 'StepFailure';
  readonly trace: TraceType;
  readonly details: string;

  constructor(trace: TraceType, details: string, error: string) {
    super(error);
    this.trace = trace;
    this.details = details;
  }
}

/** A raw cause may contain text of the tested server. */
const ERROR_MAX_CHARS = 1000;
/** How long a timed-out step may take to report what was slow. */
const GRACE_MS = 1000;

/**
 * Runs steps in order up to the first failure, with `timeoutMs` for all. Rejects with the reason of `stop` when it
 * aborts, because the client has disconnected. `report` gets errors other than StepFailure. Users then see only that
 * the step failed.
 */
export async function runSteps(
  steps: readonly Step[],
  { timeoutMs, stop, report }: { timeoutMs: number; stop: AbortSignal; report: (error: unknown) => void },
): Promise<TraceJson[]> {
  const signal = withTimeLimit(timeoutMs, stop);
  const late = withTimeLimit(timeoutMs + GRACE_MS, stop);
  const traces: TraceJson[] = [];
  const succeed = (proved: readonly TraceType[]) =>
    traces.push(
      ...proved.map((traceType) => ({ traceType, status: 'SUCCESS' as const, details: SUCCESS[traceType] ?? '' })),
    );
  for (const { proves, run } of steps) {
    try {
      await untilAborted((async () => run(signal))(), late);
      stop.throwIfAborted();
      succeed(proves);
    } catch (error) {
      stop.throwIfAborted();
      if (error instanceof ApiFailure) throw error; // the request itself is invalid
      const failure = error instanceof StepFailure ? error : unknownFailure(error, report);
      succeed(provedBefore(failure.trace, proves));
      const { trace: traceType, details, message } = failure;
      traces.push({ traceType, status: 'FAILED', details, error: plainText(message).slice(0, ERROR_MAX_CHARS) });
      break;
    }
  }
  return traces;
}

/** A trace outside of the step belongs to a later part: then the whole step is proved. */
function provedBefore(failed: TraceType, proves: readonly TraceType[]): readonly TraceType[] {
  if (failed === 'UNKNOWN_ERROR') return [];
  const at = proves.indexOf(failed);
  return at < 0 ? proves : proves.slice(0, at);
}

function unknownFailure(error: unknown, report: (error: unknown) => void): StepFailure {
  report(error);
  return new StepFailure(
    'UNKNOWN_ERROR',
    'The test failed for an unexpected reason. The gateway’s log has more details.',
    'unexpected error',
  );
}

/** Removes control characters, which a hostile server may send. */
export const plainText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
