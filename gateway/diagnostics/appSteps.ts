// The steps that test an application: access, the connection, and a request. An extension (http-resources §13.3).
import type { IncomingMessage } from 'node:http';
import { toApplication, whyNotWeb, type Application } from '../apps/application.ts';
import { Upstreams } from '../apps/upstream.ts';
import type { Gateway } from '../gateway.ts';
import { limitInformation } from '../http/exchange.ts';
import { notServed } from '../http/failures.ts';
import { TargetError } from '../terminal/target.ts';
import { requireFactor, requireUnlocked, requireVisible, tooSlow, type Tester } from './judged.ts';
import type { TestRequest } from './testRequest.ts';
import { StepFailure, type Step } from './traces.ts';

export type AppParts = Pick<Gateway, 'stores' | 'hostId' | 'locks' | 'dialer'> & { report: (error: unknown) => void };

/** Statuses from here on mean that the application itself is broken. */
const BROKEN = 500;

export function appSteps(parts: AppParts, tester: Tester, { name, timeoutMs }: TestRequest): Step[] {
  const { locks } = parts;
  const { access } = tester.caller;
  let app: Application;

  return [
    {
      proves: ['RBAC_APP'],
      run() {
        const entry = requireVisible(parts, tester, 'app', name);
        app = toApplication(entry);
        requireUnlocked(locks, tester, 'RBAC_APP');
        requireFactor(access.requiresSessionMfa('app', entry.labels), tester, 'RBAC_APP');
      },
    },
    {
      proves: ['CONNECTIVITY', 'APP_RESPONSE'],
      async run(signal) {
        if (app.dump) return;
        const { target } = app;
        if (!target) throw notServed(whyNotWeb(app) ?? `${name} has no web address`);
        const status = await ask(parts, { ...app, target }, timeoutMs, signal);
        if (status >= BROKEN)
          throw new StepFailure(
            'APP_RESPONSE',
            `The application answers with an error. Check that it runs, and read its own log.`,
            `HTTP status ${status}`,
          );
      },
    },
  ];
}

/** The status of its first page. Sends no data about the user, and follows no redirects. */
async function ask(
  { dialer, report }: AppParts,
  app: Application & { target: URL },
  timeoutMs: number,
  signal: AbortSignal,
): Promise<number> {
  const upstreams = new Upstreams(dialer);
  const { pathname, search, host } = app.target;
  const headers = { host, accept: '*/*', 'user-agent': 'Postern connection test' };
  const request = upstreams.request(
    app,
    { id: 'test' },
    { method: 'GET', path: `${pathname}${search}`, headers, own: true },
  );
  limitInformation(request);
  const abandon = () => request.destroy(new TargetError(tooSlow(timeoutMs)));
  signal.addEventListener('abort', abandon);
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('error', reject).once('response', resolve).end();
      // Node closes a connection that switches protocols unasked without an error.
      request.once('close', () => reject(new Error('it closed the connection')));
      if (signal.aborted) abandon();
    });
    return answer.statusCode ?? BROKEN;
  } catch (error) {
    if (!(error instanceof TargetError)) {
      const words = error instanceof Error ? error.message : String(error);
      throw new StepFailure('APP_RESPONSE', NO_HTTP, words);
    }
    if (error.forLog !== undefined) report(error);
    throw new StepFailure('CONNECTIVITY', NO_WAY, error.message);
  } finally {
    signal.removeEventListener('abort', abandon);
    request.destroy();
    upstreams.close();
  }
}

const NO_WAY =
  'The gateway cannot connect to the application. Check spec.uri, that the application runs, its certificate, and that a firewall allows the connection.';
const NO_HTTP =
  'The application does not answer an HTTP request. Check the scheme and the port of spec.uri, and that the application runs.';
