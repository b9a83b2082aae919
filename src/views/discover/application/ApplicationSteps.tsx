import { appList, launchPath } from '../../../api/apps.ts';
import { fetchRows } from '../../../api/lists.ts';
import { fillPath } from '../../../api/urls.ts';
import { ButtonLink } from '../../../ui/plain/Button.tsx';
import { toTested } from '../../connectionTest/testedRow.ts';
import type { FlowHandle } from '../flow/flow.ts';
import { FinishedStep } from '../parts/FinishedStep.tsx';
import styles from '../parts/parts.module.css';
import { TestStep } from '../parts/TestStep.tsx';
import { useListed } from '../parts/usePoll.ts';
import type { ApplicationValues } from './ApplicationForm.tsx';

type Props = { flow: FlowHandle<ApplicationValues> };

export const ApplicationTest = ({ flow }: Props) => (
  <TestStep
    flow={flow}
    tested={toTested({ id: flow.values.name, name: flow.values.name, kind: 'app' })}
    use={() => <LaunchLink flow={flow} />}
  />
);

/** Opens the application as its list does; nothing where the user's roles do not list it. */
function LaunchLink({ flow: { env, values } }: Props) {
  const { name } = values;
  const listed = useListed(`app ${name}`, async (signal) => {
    const { rows } = await fetchRows(appList, { clusterId: env.clusterId }, { limit: 10, search: name }, signal);
    return rows.find((app) => app.name === name);
  });
  return (
    listed && (
      <ButtonLink size="form" target="_blank" rel="noopener" href={env.href(launchPath(listed))}>
        Launch
      </ButtonLink>
    )
  );
}

export const ApplicationFinished = ({ flow }: Props) => (
  <FinishedStep
    flow={flow}
    what={`Application ${flow.values.name}`}
    list={fillPath('/cluster/:clusterId/apps', { clusterId: flow.env.clusterId })}
  >
    <p>It appears in the list of applications of users whose roles match its labels.</p>
    <div className={styles.actions}>
      <LaunchLink flow={flow} />
    </div>
  </FinishedStep>
);
