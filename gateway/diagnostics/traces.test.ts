import { expect, test } from 'vitest';
import { runSteps, StepFailure, type Step } from './traces.ts';

const never: Step = { proves: ['CONNECTIVITY'], run: () => new Promise(() => undefined) };

test('a step that does not end fails at the timeout', async () => {
  const errors: unknown[] = [];
  const stop = new AbortController().signal;
  const traces = await runSteps([never], { timeoutMs: 10, stop, report: (error) => void errors.push(error) });
  expect(traces).toMatchObject([{ traceType: 'UNKNOWN_ERROR', status: 'FAILED' }]);
  expect(errors).toMatchObject([{ name: 'TimeoutError' }]);
});

test('a step that does not end is aborted with the request', async () => {
  const stop = new AbortController();
  const run = runSteps([never], { timeoutMs: 60_000, stop: stop.signal, report: () => undefined });
  stop.abort(new Error('locked'));
  await expect(run).rejects.toThrow('locked');
});

test('a step may still report its own reason shortly after the timeout', async () => {
  const slow: Step = {
    proves: ['CONNECTIVITY'],
    run: (signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () =>
          setTimeout(() => reject(new StepFailure('CONNECTIVITY', 'It is slow.', 'slow')), 50),
        ),
      ),
  };
  const stop = new AbortController().signal;
  expect(await runSteps([slow], { timeoutMs: 10, stop, report: () => undefined })).toMatchObject([
    { traceType: 'CONNECTIVITY', details: 'It is slow.' },
  ]);
});
