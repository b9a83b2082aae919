import { saveConnect } from '../../../api/connect.ts';
import { CONNECT_SETTINGS } from '../../../wire/config.ts';
import type { FlowHandle, StepOutcome } from '../flow/flow.ts';
import { useNextHandler } from '../flow/useStep.ts';
import { StepBody } from '../parts/StepBody.tsx';
import { ConnectFields } from './ConnectFields.tsx';
import { toConnect, type DatabaseValues } from './databaseValues.ts';

/** How the gateway signs in to a database of AWS: it connects itself, without a database service. */
export function AwsConnect({ flow }: { flow: FlowHandle<DatabaseValues> }) {
  const { values, setValues, env } = flow;
  const name = values.registered?.name ?? '';
  const failure = useNextHandler(flow, async (): Promise<StepOutcome> => {
    if (env.config.extensions.includes(CONNECT_SETTINGS)) await saveConnect('db', name, toConnect(values));
    return 'success';
  });
  return (
    <StepBody
      title={`Set up sign-in at ${name}`}
      about="The gateway connects to the database itself. A database in a private network needs a server in between."
      failed="The settings were not saved"
      failure={failure}
    >
      <div className="grid g12">
        <ConnectFields values={values} env={env} onChange={setValues} />
      </div>
    </StepBody>
  );
}
