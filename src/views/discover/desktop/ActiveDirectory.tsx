import { desktopServiceList } from '../../../api/desktops.ts';
import { call } from '../../../api/client.ts';
import { apiUrl } from '../../../api/urls.ts';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { serverOf, type FlowHandle } from '../flow/flow.ts';
import { useReady } from '../flow/useStep.ts';
import { JoinCommand } from '../parts/JoinCommand.tsx';
import styles from '../parts/parts.module.css';
import { PollStatus, SERVICE_HINTS } from '../parts/PollStatus.tsx';
import { StepBody } from '../parts/StepBody.tsx';
import { useJoinToken } from '../parts/useJoinToken.ts';
import { useJoinPoll } from '../parts/usePoll.ts';
import { configureCommand, toolCommands, type DesktopValues } from './desktopTexts.ts';

/** Two commands that install Active Directory. Users who already have it press Next. */
export const ActiveDirectoryTools = ({ flow: { env } }: { flow: FlowHandle<DesktopValues> }) => (
  <StepBody
    title="Install Active Directory"
    about="Run the commands in PowerShell as administrator of a Windows server. Continue if the domain has both already. The first command restarts the server."
  >
    {toolCommands(serverOf(env).origin).map(({ label, command }) => (
      <section key={label} className="stack g8" aria-label={label}>
        <h3 className={styles.subtitle}>{label}</h3>
        <CopyBox label={label} text={command} />
      </section>
    ))}
  </StepBody>
);

/** Configures the domain and the desktop service, and waits for the service. */
export function DesktopService({ flow }: { flow: FlowHandle<DesktopValues> }) {
  const { values, env, setValues } = flow;
  const { service: knownService, resourceIds = [] } = values;
  const token = useJoinToken(flow, knownService ? undefined : { role: 'WindowsDesktop' });
  const poll = useJoinPoll(
    knownService,
    resourceIds,
    async (search, signal) => {
      const url = apiUrl(desktopServiceList.url, { clusterId: env.clusterId }, { search, limit: 1 });
      const [found] = (await desktopServiceList.read(await call(url, { signal }))).rows;
      return found && { name: found.name, hostname: found.hostname };
    },
    (hit) => setValues({ service: hit }),
  );
  const service = poll.hit;
  useReady(flow, service ? true : 'Next opens when the desktop service has joined');
  return (
    <StepBody
      title="Connect the domain"
      about="A desktop service of the cluster finds the desktops of the domain and serves them."
    >
      {!knownService && (
        <ol className={styles.todo}>
          <li>
            <p>Run this command in PowerShell on a domain controller.</p>
            <JoinCommand token={token} command={(secret) => configureCommand(serverOf(env).origin, secret)} />
          </li>
          <li>Copy what the script prints at its end.</li>
          <li>
            Write it to <code>/etc/teleport.yaml</code> on a Linux machine that reaches the domain.
          </li>
          <li>
            Start the service there: <code>sudo systemctl restart teleport</code>
          </li>
        </ol>
      )}
      {(token.isAsked || resourceIds.length > 0) && (
        <PollStatus
          poll={poll}
          waiting="Waiting for the desktop service to join"
          done={service && `Desktop service ${service.hostname || service.name} has joined`}
          hintsTitle="This usually takes under a minute. Check on the Linux machine:"
          hints={SERVICE_HINTS}
        />
      )}
    </StepBody>
  );
}
