import { desktopList, desktopPath } from '../../../api/desktops.ts';
import { named } from '../../../api/enrollment.ts';
import { fetchRows } from '../../../api/lists.ts';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { DIAGNOSTICS_MORE } from '../../../wire/config.ts';
import { toTested } from '../../connectionTest/testedRow.ts';
import { defineFlow, lastSteps, type FlowHandle, type MakeFlow } from '../flow/flow.ts';
import { FinishedStep } from '../parts/FinishedStep.tsx';
import { TestStep, UseLink } from '../parts/TestStep.tsx';
import { TraitsStep } from '../parts/TraitsStep.tsx';
import { useListed } from '../parts/usePoll.ts';
import type { DesktopValues } from './desktopTexts.ts';
import { FoundDesktops } from './FoundDesktops.tsx';
import { ActiveDirectoryTools, DesktopService } from './ActiveDirectory.tsx';
import { DesktopForm } from './DesktopForm.tsx';

type Props = { flow: FlowHandle<DesktopValues> };

/** The logins that roles allow on the desktop now. Undefined until they are known. */
function useLogins({ env, values: { name } }: Props['flow']): readonly string[] | undefined {
  const listed = useListed(`desktop ${name}`, async (signal) => {
    const { rows } = await fetchRows(desktopList, { clusterId: env.clusterId }, named(name), signal);
    return rows.find((desktop) => desktop.name === name)?.logins;
  });
  return listed === null ? [] : listed;
}

/** Which logins the user can open the desktop with. */
function DesktopAccess({ flow }: Props) {
  const { account } = flow.values;
  return (
    <TraitsStep
      flow={flow}
      title={`Set up access to ${flow.values.name}`}
      about={
        account === ''
          ? 'Choose names to open the desktop as. They are only names in roles and in the audit log.'
          : `The gateway signs in as ${account}: only this login opens the desktop.`
      }
      fields={[{ trait: 'windows_logins', label: 'Desktop logins', help: 'Type a name and press Enter' }]}
      detected={{ windows_logins: useLogins(flow) ?? [] }}
      grant={{
        name: 'desktop-access',
        labels: 'windows_desktop_labels',
        fields: { windows_desktop_logins: 'windows_logins' },
      }}
      missing={({ windows_logins: logins = [] }) =>
        account !== '' && !logins.includes(account)
          ? `Add the login ${account}`
          : logins.length === 0
            ? 'Add at least one login'
            : undefined
      }
    />
  );
}

const OpenLink = ({ flow, login }: Props & { login: string }) =>
  login !== '' && (
    <UseLink env={flow.env} icon="monitor" path={desktopPath(flow.env.clusterId, flow.values.name, login)}>
      {`Open as ${login}`}
    </UseLink>
  );

function DesktopTest({ flow }: Props) {
  const logins = useLogins(flow);
  const { name, account } = flow.values;
  if (!logins) return <Waiting>Loading your logins</Waiting>;
  const offered = account === '' ? logins : logins.filter((login) => login === account);
  return (
    <TestStep
      key={offered.join(' ')}
      flow={flow}
      tested={toTested({ id: name, name, kind: 'windows_desktop', logins: offered })}
      use={({ login = '' }) => <OpenLink flow={flow} login={login} />}
    />
  );
}

function DesktopFinished({ flow }: Props) {
  const { env, values } = flow;
  const login = useLogins(flow)?.find((name) => values.account === '' || name === values.account) ?? '';
  return (
    <FinishedStep
      flow={flow}
      noun={env.isEmbedded ? `Desktop ${values.name}` : `Desktop service ${values.service?.hostname ?? ''}`}
      list="desktops"
    >
      <p>Desktops appear in the lists of users whose roles match their labels.</p>
      {env.isEmbedded && (
        <div className="row g8 wrap">
          <OpenLink flow={flow} login={login} />
        </div>
      )}
    </FinishedStep>
  );
}

const makeFlow: MakeFlow = ({ card, env }) =>
  defineFlow<DesktopValues>({
    title: env.isEmbedded ? 'Enroll a desktop' : 'Enroll Active Directory',
    resource: card.resource,
    initial: {
      name: '',
      addr: '',
      protocol: 'vnc',
      account: '',
      domain: '',
      fingerprint: '',
      labels: {},
      via: '',
      viaLogin: '',
    },
    keeps: [
      'name',
      'addr',
      'protocol',
      'account',
      'domain',
      'fingerprint',
      'labels',
      'via',
      'viaLogin',
      'saved',
      'service',
      'resourceIds',
    ],
    steps: env.isEmbedded
      ? [
          { id: 'configure', title: 'Configure resource', event: 'deployService', Component: DesktopForm },
          ...lastSteps({
            Access: DesktopAccess,
            Test: env.config.extensions.includes(DIAGNOSTICS_MORE) ? DesktopTest : undefined,
            Finished: DesktopFinished,
          }),
        ]
      : [
          {
            id: 'tools',
            title: 'Install Active Directory',
            event: 'desktop.activeDirectory.tools.install',
            Component: ActiveDirectoryTools,
          },
          {
            id: 'service',
            title: 'Connect',
            event: 'desktop.activeDirectory.configure',
            Component: DesktopService,
          },
          {
            id: 'desktops',
            title: 'Discover desktops',
            event: 'autoDiscoveredResources',
            leavesFreely: true,
            Component: FoundDesktops,
          },
          ...lastSteps({ Finished: DesktopFinished }),
        ],
  });
export default makeFlow;
