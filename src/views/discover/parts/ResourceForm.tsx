import type { ReactNode } from 'react';
import { can, ruleText } from '../../../api/can.ts';
import { EXTRA_ACL_KINDS, ACL_KINDS } from '../../../wire/userContext.ts';
import type { FlowHandle } from '../flow/flow.ts';
import { useReady } from '../flow/useStep.ts';
import { IdentifierField } from './IdentifierField.tsx';
import type { LabelValues } from './labels.ts';
import { LabelsField } from './LabelsField.tsx';
import { rulesRole } from './roleText.ts';
import { MissingRule } from './MissingRule.tsx';
import { StepBody } from './StepBody.tsx';

type Props = {
  flow: FlowHandle<LabelValues & { name: string }>;
  /** The name of the kind in rules of roles. */
  acl: keyof typeof PLURALS;
  title: string;
  about: ReactNode;
  faults: { name?: string | undefined };
  failure: { error: unknown } | undefined;
  children: ReactNode;
};

/** Names of the resources that roles open by labels. */
const PLURALS = { apps: 'applications', kubeClusters: 'clusters', desktops: 'desktops', db: 'databases' } as const;
const NEEDED = ['create', 'read', 'edit'] as const;

/** Name, fields and labels of a resource that the gateway itself stores. Next saves them. */
export function ResourceForm(props: Props) {
  const { flow, acl: aclKey, title, about, faults, failure, children } = props;
  const { values, setValues } = flow;
  const lacking = NEEDED.filter((verb) => !can(flow.env.user.acl, aclKey, verb).ok);
  const mayWrite = lacking.length === 0;
  const kind = aclKey === 'desktops' || aclKey === 'db' ? ACL_KINDS[aclKey] : EXTRA_ACL_KINDS[aclKey];
  useReady(flow, mayWrite || `Your roles lack ${lacking.map((verb) => ruleText(aclKey, verb)).join(' and ')}`);
  return (
    <StepBody title={title} about={about} failed="Not everything was saved" failure={failure}>
      {mayWrite ? (
        <div className="grid g12">
          <IdentifierField
            label="Name"
            help="Users see this name"
            error={faults.name}
            value={values.name}
            onChange={(typed) => setValues({ name: typed.trim().toLowerCase() })}
          />
          {children}
          <LabelsField
            title="Labels"
            help={`Roles open ${PLURALS[aclKey]} by their labels`}
            labels={values.labels}
            form={values.newLabel}
            onChange={setValues}
          />
        </div>
      ) : (
        <MissingRule
          flow={flow}
          title="Your roles do not allow you to add it."
          role={rulesRole(`add-${kind.replaceAll('_', '-')}`, [
            { resources: [kind], verbs: ['list', 'create', 'read', 'update', 'delete'] },
          ])}
        />
      )}
    </StepBody>
  );
}
