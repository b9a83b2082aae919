import { useState } from 'react';
import { saveConnect } from '../../../api/connect.ts';
import { describeFailure } from '../../../api/errors.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { CONNECT_SETTINGS } from '../../../wire/config.ts';
import type { FlowHandle, StepOutcome } from '../flow/flow.ts';
import { useNextHandler } from '../flow/useStep.ts';
import styles from '../parts/parts.module.css';
import { StepBody } from '../parts/StepBody.tsx';
import { ConnectFields } from './ConnectFields.tsx';
import { toConnect, type DatabaseValues } from './databaseValues.ts';

/** How the gateway signs in at a database of AWS: it connects itself, without a database service. */
export function AwsConnect({ flow }: { flow: FlowHandle<DatabaseValues> }) {
  const { values, setValues, env } = flow;
  const name = values.registered?.name ?? '';
  const [failure, setFailure] = useState<{ error: unknown }>();
  useNextHandler(flow, async (): Promise<StepOutcome> => {
    setFailure(undefined);
    try {
      if (env.config.extensions.includes(CONNECT_SETTINGS)) await saveConnect('db', name, toConnect(values));
      return 'success';
    } catch (error) {
      setFailure({ error });
      flow.fail(error);
      return 'stay';
    }
  });
  return (
    <StepBody
      title={`Set up sign-in at ${name}`}
      about="The gateway connects to the database itself. A database in a private network needs a server in between."
    >
      <div className={styles.fields}>
        <ConnectFields values={values} env={env} isStored={false} onChange={setValues} />
      </div>
      {failure && (
        <ErrorNote
          what="The settings were not saved"
          {...describeFailure(failure.error)}
          safe="Your entries are kept"
          todo="Correct them and press Next again"
        />
      )}
    </StepBody>
  );
}
