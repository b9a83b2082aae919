import { useQuery } from '@tanstack/react-query';
import { can } from '../../../api/can.ts';
import { integrationList } from '../../../api/integrations.ts';
import { fetchRows } from '../../../api/lists.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { SelectField } from '../../../ui/plain/SelectField.tsx';
import { AWS_OIDC } from '../../../wire/clouds.ts';
import { fillPath } from '../../../api/urls.ts';
import type { FlowHandle } from '../flow/flow.ts';
import { useReady } from '../flow/useStep.ts';
import { rulesRole } from '../parts/roleText.ts';
import { MissingRule } from '../parts/MissingRule.tsx';
import { Loading, StepBody } from '../parts/StepBody.tsx';
import type { DatabaseValues } from './databaseValues.ts';

type Props = { flow: FlowHandle<DatabaseValues> };

const WIZARD = fillPath('/integrations/new/:type', { type: AWS_OIDC });
const NEEDED = [
  ['integrations', 'create'],
  ['integrations', 'list'],
  ['integrations', 'use'],
  ['db', 'create'],
] as const;

/** Choice of the AWS account: an integration of the cluster, or a new one. */
export function ConnectAccount({ flow }: Props) {
  const { acl } = flow.env.user;
  const may = NEEDED.every(([key, verb]) => can(acl, key, verb).ok);
  useReady(flow, may ? 'Choose an AWS account' : 'Your roles lack rights');
  if (may) return <Accounts flow={flow} />;
  return (
    <StepBody title="Connect your AWS account">
      <MissingRule
        flow={flow}
        title="Your roles do not allow you to use integrations and to register databases."
        role={rulesRole('aws-databases', [
          { resources: ['integration'], verbs: ['create', 'list', 'read', 'use'] },
          { resources: ['db'], verbs: ['create', 'update'] },
        ])}
      />
    </StepBody>
  );
}

function Accounts({ flow }: Props) {
  const { env, values, setValues, detour } = flow;
  const { clusterId } = env;
  const query = useQuery({
    queryKey: ['discover', 'integrations', clusterId],
    queryFn: async ({ signal }) => {
      const { rows } = await fetchRows(integrationList(clusterId), {}, { limit: 1000 }, signal);
      return rows.filter(({ subKind }) => subKind === AWS_OIDC).map(({ name }) => name);
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = query;
  const chosen = values.integrationName ?? '';
  useReady(flow, chosen !== '' && data?.includes(chosen) ? true : 'Choose an AWS account');
  if (!data) return <Loading noun="the integrations" query={query} />;
  const isEmpty = data.length === 0;
  return (
    <StepBody
      title="Connect your AWS account"
      about={
        isEmpty
          ? 'An integration lets this cluster find databases in an AWS account. No access key is stored.'
          : 'Choose the integration with the account that has the database.'
      }
    >
      {!isEmpty && (
        <SelectField
          label="AWS account"
          value={chosen}
          options={[
            ...(data.includes(chosen) ? [] : [{ value: '', label: 'Choose an integration' }]),
            ...data.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(name) => setValues({ integrationName: name })}
        />
      )}
      <div className="row g8 wrap">
        <Button kind={isEmpty ? 'primary' : undefined} size="form" icon="cloud" onClick={() => detour(WIZARD)}>
          {isEmpty ? 'Set up an AWS account' : 'Set up another AWS account'}
        </Button>
      </div>
    </StepBody>
  );
}
