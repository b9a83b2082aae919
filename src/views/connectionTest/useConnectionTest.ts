import { useEffect, useRef, useState } from 'react';
import type { MfaProof } from '../../api/devices.ts';
import { isProofRequired, testConnection, type ConnectionTest, type TestTarget } from '../../api/diagnostics.ts';
import { isAbort } from '../../lib/work.ts';

export type TestState =
  | { kind: 'ready' }
  | { kind: 'running' }
  /** The server first requests a second factor. */
  | { kind: 'proving'; target: TestTarget }
  | { kind: 'done'; target: TestTarget; test: ConnectionTest; durationMs: number }
  /** The test did not run. */
  | { kind: 'failed'; error: unknown };

export type ConnectionTester = {
  state: TestState;
  start: (target: TestTarget) => void;
  /** With the requested proof. Rejects if the server refused it. */
  prove: (proof: MfaProof | undefined) => Promise<void>;
  /** Stops a running test. Also called when the component unmounts. */
  cancel: () => void;
};

/** One test at a time, in the root cluster. */
export function useConnectionTest(clusterId: string): ConnectionTester {
  const [state, setState] = useState<TestState>({ kind: 'ready' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (target: TestTarget, proof: MfaProof | undefined) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    if (proof === undefined) {
      setState({ kind: 'running' });
      if (await isProofRequired(clusterId, target, { signal })) return setState({ kind: 'proving', target });
    }
    const startMs = performance.now();
    const test = await testConnection(clusterId, target, proof, { signal });
    setState({ kind: 'done', target, test, durationMs: performance.now() - startMs });
  };
  return {
    state,
    start: (target) =>
      void run(target, undefined).catch((error: unknown) => {
        if (!isAbort(error)) setState({ kind: 'failed', error });
      }),
    prove: (proof) => (state.kind === 'proving' ? run(state.target, proof) : Promise.resolve()),
    cancel() {
      running.current?.abort();
      setState({ kind: 'ready' });
    },
  };
}
