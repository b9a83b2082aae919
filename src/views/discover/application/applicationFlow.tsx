import { appList, launchPath } from '../../../api/apps.ts';
import { named } from '../../../api/enrollment.ts';
import { fetchRows } from '../../../api/lists.ts';
import { DIAGNOSTICS_MORE } from '../../../wire/config.ts';
import { toTested } from '../../connectionTest/testedRow.ts';
import { defineFlow, lastSteps, type FlowHandle, type MakeFlow } from '../flow/flow.ts';
import { FinishedStep } from '../parts/FinishedStep.tsx';
import { TestStep, UseLink } from '../parts/TestStep.tsx';
import { useListed } from '../parts/usePoll.ts';
import { ApplicationForm, type ApplicationValues } from './ApplicationForm.tsx';

type Props = { flow: FlowHandle<ApplicationValues> };

const ApplicationTest = ({ flow }: Props) => (
  <TestStep
    flow={flow}
    tested={toTested({ id: flow.values.name, name: flow.values.name, kind: 'app' })}
    use={() => <LaunchLink flow={flow} />}
  />
);

/** Opens the application like its list does. Empty if the user's roles do not list it. */
function LaunchLink({ flow: { env, values } }: Props) {
  const { name } = values;
  const listed = useListed(`app ${name}`, async (signal) => {
    const { rows } = await fetchRows(appList, { clusterId: env.clusterId }, named(name), signal);
    return rows.find((app) => app.name === name);
  });
  return (
    listed && (
      <UseLink env={env} path={launchPath(listed)}>
        Launch
      </UseLink>
    )
  );
}

const ApplicationFinished = ({ flow }: Props) => (
  <FinishedStep flow={flow} noun={`Application ${flow.values.name}`} list="apps">
    <p>It appears in the list of applications of users whose roles match its labels.</p>
    <div className="row g8 wrap">
      <LaunchLink flow={flow} />
    </div>
  </FinishedStep>
);

/** With a cluster, a dialog replaces this flow (AddApplicationDialog.tsx). */
const makeFlow: MakeFlow = ({ card, env }) =>
  defineFlow<ApplicationValues>({
    title: 'Enroll an application',
    resource: card.resource,
    initial: { name: '', uri: '', publicAddr: '', labels: {}, via: '', viaLogin: '' },
    keeps: ['name', 'uri', 'publicAddr', 'labels', 'via', 'viaLogin', 'saved'],
    steps: [
      { id: 'configure', title: 'Configure resource', event: 'deployService', Component: ApplicationForm },
      ...lastSteps({
        Test: env.config.extensions.includes(DIAGNOSTICS_MORE) ? ApplicationTest : undefined,
        Finished: ApplicationFinished,
      }),
    ],
  });
export default makeFlow;
