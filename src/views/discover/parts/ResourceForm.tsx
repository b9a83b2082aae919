import type { ReactNode } from 'react';
import { can, ruleText } from '../../../api/can.ts';
import { describeFailure } from '../../../api/errors.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { EXTRA_ACL_KINDS, ACL_KINDS } from '../../../wire/userContext.ts';
import type { FlowHandle } from '../flow/flow.ts';
import { useReady } from '../flow/useStep.ts';
import styles from './parts.module.css';
import { rulesRole } from './roleText.ts';
import { MissingRule } from './MissingRule.tsx';
import { StepBody } from './StepBody.tsx';

type Props = {
  flow: FlowHandle<object>;
  /** What the rules of roles call it. */
  acl: 'apps' | 'kubeClusters' | 'desktops' | 'db';
  title: string;
  about: ReactNode;
  failure: { error: unknown } | undefined;
  children: ReactNode;
};

const NEEDED = ['create', 'read', 'edit'] as const;

/** The fields of a resource that the gateway writes down itself; Next saves them. */
export function ResourceForm({ flow, acl: what, title, about, failure, children }: Props) {
  const lacking = NEEDED.filter((verb) => !can(flow.env.user.acl, what, verb).ok);
  const mayWrite = lacking.length === 0;
  const kind = what === 'desktops' || what === 'db' ? ACL_KINDS[what] : EXTRA_ACL_KINDS[what];
  useReady(flow, mayWrite || `Your roles lack ${lacking.map((verb) => ruleText(what, verb)).join(' and ')}`);
  return (
    <StepBody title={title} about={about}>
      {mayWrite ? (
        <div className={styles.fields}>{children}</div>
      ) : (
        <MissingRule
          flow={flow}
          title="Your roles do not allow you to add it."
          role={rulesRole(`add-${kind.replaceAll('_', '-')}`, [
            { resources: [kind], verbs: ['list', 'create', 'read', 'update', 'delete'] },
          ])}
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
