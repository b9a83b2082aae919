import { useQuery } from '@tanstack/react-query';
import { fetchIamPolicy } from '../../../api/newDatabases.ts';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import type { FlowHandle } from '../flow/flow.ts';
import { useReady } from '../flow/useStep.ts';
import styles from '../parts/parts.module.css';
import { Loading, StepBody } from '../parts/StepBody.tsx';
import { iamCommand } from './databaseTexts.ts';
import type { DatabaseValues } from './databaseValues.ts';

const LINKS = [
  ['https://docs.aws.amazon.com/cli/latest/reference/iam/create-policy.html', 'How to create a policy'],
  [
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_manage-attach-detach.html',
    'How to attach a policy',
  ],
] as const;

/** The policy with which the database service signs in to a database of AWS. */
export function IamPolicy({ flow }: { flow: FlowHandle<DatabaseValues> }) {
  const { clusterId } = flow.env;
  const name = flow.values.registered?.name ?? '';
  const query = useQuery({
    queryKey: ['discover', 'iam', clusterId, name],
    queryFn: ({ signal }) => fetchIamPolicy(clusterId, name, signal),
    retry: false,
    gcTime: 0,
  });
  const { data } = query;
  useReady(flow, data === undefined ? 'The policy is not loaded yet' : true);
  if (data === undefined) return <Loading noun="the policy" query={query} />;
  return (
    <StepBody
      title="Configure the IAM policy"
      about="Create the policy, and attach it to the role of the machine that runs the database service."
    >
      <CopyBox command label="Command that creates the policy" text={iamCommand(name, data)} />
      <p className="row g8 wrap">
        {LINKS.map(([href, text]) => (
          <a key={href} className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ))}
      </p>
    </StepBody>
  );
}
