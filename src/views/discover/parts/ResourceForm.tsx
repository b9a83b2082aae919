import type { ReactNode } from 'react';
import { can } from '../../../api/can.ts';
import { describeFailure } from '../../../api/errors.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import type { FlowHandle } from '../flow/flow.ts';
import { useReady } from '../flow/useStep.ts';
import { MissingRule } from './MissingRule.tsx';
import styles from './parts.module.css';
import { rulesRole } from './roleText.ts';
import { StepBody } from './StepBody.tsx';

type Props = {
  flow: FlowHandle<object>;
  title: string;
  about: ReactNode;
  failure: { error: unknown } | undefined;
  children: ReactNode;
};

/** The fields of a resource that the gateway writes down itself; Next saves them. */
export function ResourceForm({ flow, title, about, failure, children }: Props) {
  const { acl } = flow.env.user;
  const mayWrite = can(acl, 'db', 'create').ok && can(acl, 'db', 'edit').ok;
  useReady(flow, mayWrite ? true : 'Your roles lack db: create and db: update');
  return (
    <StepBody title={title} about={about}>
      {mayWrite ? (
        <div className={styles.fields}>{children}</div>
      ) : (
        <MissingRule
          title="Your roles do not allow you to add resources."
          role={rulesRole('add-resources', [{ resources: ['db'], verbs: ['create', 'update'] }])}
        />
      )}
      {failure && (
        <ErrorNote
          what="The resource was not saved"
          {...describeFailure(failure.error)}
          safe="Your entries are kept"
          todo="Correct them and press Next again"
        />
      )}
    </StepBody>
  );
}
