// Connection tests (http-resources §13).
import type { TestedKind } from '../../src/wire/diagnostics.ts';
import { ConnectionTests } from '../diagnostics/ConnectionTests.ts';
import { appSteps } from '../diagnostics/appSteps.ts';
import { databaseSteps } from '../diagnostics/databaseSteps.ts';
import { desktopSteps } from '../diagnostics/desktopSteps.ts';
import type { Tester } from '../diagnostics/judged.ts';
import { kubernetesSteps } from '../diagnostics/kubernetesSteps.ts';
import { nodeSteps } from '../diagnostics/nodeSteps.ts';
import { toTestRequest, type FactorAnswer, type TestRequest } from '../diagnostics/testRequest.ts';
import { runSteps, type Step } from '../diagnostics/traces.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure, denied, notFound } from '../http/failures.ts';
import { hungUp } from '../http/hungUp.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import { failureLog } from '../terminal/failureLog.ts';
import type { Api } from './api.ts';

type StepParts = Gateway & { report: (error: unknown) => void };

const STEPS: Record<TestedKind, (parts: StepParts, tester: Tester, request: TestRequest) => Step[]> = {
  node: nodeSteps,
  db: databaseSteps,
  kube_cluster: kubernetesSteps,
  app: appSteps,
  windows_desktop: desktopSteps,
};

const requireTester = (caller: Caller) => {
  for (const verb of ['create', 'update', 'read']) requireRule(caller, 'connection_diagnostic', verb);
};

export function diagnosticRoutes(api: Api, gateway: Gateway): void {
  const { credentials, openCalls } = gateway;
  const tests = new ConnectionTests(gateway.now);

  /** Id of the device that the answer proves. undefined: no answer was given (http-auth §11.1). */
  const judgeFactor = async (user: string, { code, key }: FactorAnswer): Promise<string | undefined> => {
    if (code !== '') {
      const verdict = credentials.code(user, code);
      if (!verdict.ok) throw denied(verdict.why === 'locked' ? verdict.reason : 'invalid totp token');
      return verdict.device.id;
    }
    if (!key) return undefined;
    const verdict = await credentials.assertion(user, key);
    if (!verdict.ok) throw denied(`MFA response validation failed: ${verdict.reason}`);
    return verdict.device.id;
  };

  api.on(
    'POST',
    'sites/:site/diagnostics/connections',
    'session+site',
    async ({ caller, body, recheck, request, reply }) => {
      requireTester(caller);
      const test = toTestRequest(await body());
      requireTester(caller);
      return tests.run(caller.user.name, async () => {
        const device = await judgeFactor(caller.user.name, test.factor);
        recheck();
        const tester = { caller, remoteAddr: remoteAddressOf(request), device };
        const report = failureLog(request.log, 'connection test');
        const call = openCalls.open(caller, (now) =>
          now.access.rule('connection_diagnostic', 'create').ok ? undefined : REVOKED,
        );
        const disconnected = hungUp(reply);
        const stop = AbortSignal.any([call.signal, disconnected]);
        try {
          const steps = STEPS[test.kind]({ ...gateway, report }, tester, test);
          return await runSteps(steps, { timeoutMs: test.timeoutMs, stop, report });
        } catch (error) {
          throw disconnected.aborted ? new ApiFailure(503, 'the client has disconnected') : error;
        } finally {
          call.close();
        }
      });
    },
  );

  api.on('GET', 'sites/:site/diagnostics/connections/:id', 'session+site', ({ caller, param }) => {
    requireRule(caller, 'connection_diagnostic', 'read');
    const found = tests.find(caller.user.name, param('id'));
    if (!found) throw notFound(`connection diagnostic "${param('id')}" doesn't exist`);
    return found;
  });
}

const REVOKED = 'Your roles no longer allow connection tests.';
