import { useEffect, useEffectEvent, useId, type ReactNode } from 'react';
import { Button, ButtonLink } from '../../../ui/plain/Button.tsx';
import { ConnectionTestPanel } from '../../connectionTest/ConnectionTestPanel.tsx';
import type { Tested } from '../../connectionTest/testedRow.ts';
import { useConnectionTest } from '../../connectionTest/useConnectionTest.ts';
import type { IconName } from '../../../ui/plain/Icon.tsx';
import type { DiscoverEnv, FlowHandle } from '../flow/flow.ts';
import { useNextHandler } from '../flow/useStep.ts';
import { rulesRole } from './roleText.ts';
import { MissingRule } from './MissingRule.tsx';
import { StepBody } from './StepBody.tsx';

type Props = {
  flow: FlowHandle<object>;
  tested: Tested;
  /** Links that use the resource, with the values of the fields. */
  use: (chosen: Readonly<Record<string, string>>) => ReactNode;
};

const NEEDED = ['create', 'edit', 'read'] as const;

/** "Test connection": optional. Without a test the step counts as skipped (screens §19.3). */
export function TestStep({ flow, tested, use }: Props) {
  const form = useId();
  const { acl } = flow.env.user;
  const tester = useConnectionTest(flow.env.clusterId);
  const { state } = tester;
  const failed = state.kind === 'done' ? state.test.steps.find(({ ok }) => !ok)?.details : undefined;
  const report = useEffectEvent((error: unknown) => flow.fail(error));
  useEffect(() => {
    if (state.kind === 'failed') report(state.error);
    if (failed !== undefined) report(failed);
  }, [state, failed]);
  useNextHandler(flow, async () => (state.kind === 'done' && state.test.ok ? 'success' : 'skipped'));
  const mayTest = NEEDED.every((verb) => acl.connectionDiagnostic?.[verb]);
  const isRunning = state.kind === 'running' || state.kind === 'proving';
  return (
    <StepBody
      title={`Test the connection to ${tested.name}`}
      about="The test is optional. It shows at which step a connection fails."
    >
      {mayTest ? (
        <ConnectionTestPanel
          tested={tested}
          tester={tester}
          mode={flow.env.config.auth.secondFactor}
          form={form}
          actions={(chosen) => (
            <div className="row g8 wrap">
              <Button type="submit" size="form" off={isRunning ? 'A test is running' : undefined}>
                {state.kind === 'ready' ? 'Test connection' : 'Test again'}
              </Button>
              {use(chosen)}
            </div>
          )}
        />
      ) : (
        <MissingRule
          flow={flow}
          title="Your roles do not allow connection tests."
          role={rulesRole('connection-tests', [
            { resources: ['connection_diagnostic'], verbs: ['create', 'read', 'update'] },
          ])}
        />
      )}
      {!mayTest && <div className="row g8 wrap">{use({})}</div>}
    </StepBody>
  );
}

type UseLinkProps = { env: DiscoverEnv; path: string; icon?: IconName; children: string };

/** A link that uses the resource: a page below `/web`, in a new tab. */
export const UseLink = ({ env, path, children, ...icon }: UseLinkProps) => (
  <ButtonLink {...icon} size="form" target="_blank" rel="noopener" href={env.href(path)}>
    {children}
  </ButtonLink>
);
