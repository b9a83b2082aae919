import { useEffect, useEffectEvent, useState } from 'react';
import type { NewDatabase } from '../../../api/newDatabases.ts';
import { describeFailure } from '../../../api/errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { useNow } from '../../../ui/useNow.ts';
import type { FlowHandle } from '../flow/flow.ts';
import type { NameConflictAdvice } from './databaseTexts.ts';
import type { DatabaseValues } from './databaseValues.ts';
import { REGISTER_MS, registerDatabase, RegisterRefused } from './register.ts';

type State =
  { kind: 'working'; untilMs: number } | { kind: 'failed'; error: unknown } | { kind: 'done'; served: boolean };

type Props = {
  flow: FlowHandle<DatabaseValues>;
  database: NewDatabase;
  advice: NameConflictAdvice;
  /** `isRefused`: the user has to change the entered values. */
  onClose: (isRefused: boolean) => void;
  onNext: (served: boolean) => void;
};

/** Registers a database within 30 seconds, with a countdown (screens §19.4). */
export function RegisterDialog({ flow, database, advice, onClose, onNext }: Props) {
  const [state, setState] = useState<State>(() => ({ kind: 'working', untilMs: Date.now() + REGISTER_MS }));
  const [attempt, setAttempt] = useState(0);
  const run = useEffectEvent((signal: AbortSignal) =>
    registerDatabase({
      clusterId: flow.env.clusterId,
      database,
      before: flow.values.registered,
      advice,
      signal,
      onCreated: () => flow.setValues({ registered: database }),
    }),
  );
  const fail = useEffectEvent((error: unknown) => {
    setState({ kind: 'failed', error });
    flow.fail(error);
  });
  useEffect(() => {
    const stop = new AbortController();
    const late = new AbortController();
    const deadline = setTimeout(() => late.abort(), REGISTER_MS);
    // React mounts twice in development: the timer of the first mount is cancelled before it registers.
    const timer = setTimeout(() => {
      run(AbortSignal.any([stop.signal, late.signal])).then(
        ({ served }) => !stop.signal.aborted && setState({ kind: 'done', served }),
        (error: unknown) => !stop.signal.aborted && fail(late.signal.aborted ? new Error(LATE) : error),
      );
    });
    return () => {
      clearTimeout(timer);
      clearTimeout(deadline);
      stop.abort();
    };
  }, [attempt]);
  const isRefused = state.kind === 'failed' && state.error instanceof RegisterRefused;
  const retry = () => {
    setState({ kind: 'working', untilMs: Date.now() + REGISTER_MS });
    setAttempt(attempt + 1);
  };
  return (
    <Dialog
      title={`Register database ${database.name}`}
      onClose={() => onClose(isRefused)}
      dismissGuard={state.kind === 'working' ? 'working' : undefined}
      footer={
        state.kind === 'done' ? (
          <Button kind="primary" size="form" autoFocus onClick={() => onNext(state.served)}>
            Next
          </Button>
        ) : (
          state.kind === 'failed' && (
            <>
              <Button size="form" onClick={() => onClose(isRefused)}>
                {isRefused ? 'Change entries' : 'Close'}
              </Button>
              {!isRefused && (
                <Button kind="primary" size="form" autoFocus onClick={retry}>
                  Try again
                </Button>
              )}
            </>
          )
        )
      }
    >
      {state.kind === 'working' && <Countdown untilMs={state.untilMs} />}
      {state.kind === 'failed' && (
        <ErrorNote what="The database was not registered" {...describeFailure(state.error)} />
      )}
      {state.kind === 'done' && (
        <Note kind="ok" title={`Database ${database.name} is registered.`}>
          {state.served ? 'A database service serves it already.' : undefined}
        </Note>
      )}
    </Dialog>
  );
}

const LATE =
  'A database service matches the labels of the database, but did not serve it within 30 seconds. Check whether the service runs and reaches the cluster';

function Countdown({ untilMs }: { untilMs: number }) {
  const seconds = Math.max(0, Math.ceil((untilMs - useNow(1000)) / 1000));
  return <Waiting delay="none">{`Registering. The page waits ${seconds} more seconds`}</Waiting>;
}
