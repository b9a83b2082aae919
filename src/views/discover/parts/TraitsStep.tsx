import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchUser, saveUser } from '../../../api/enrollment.ts';
import type { User } from '../../../api/users.ts';
import { can } from '../../../api/can.ts';
import { Chip } from '../../../ui/Chips.tsx';
import { TokenField } from '../../../ui/TokenField.tsx';
import type { FlowHandle, StepOutcome } from '../flow/flow.ts';
import { useNextHandler, useReady } from '../flow/useStep.ts';
import { accessRole, type AccessGrant } from './roleText.ts';
import { MissingRule } from './MissingRule.tsx';
import { Loading, StepBody } from './StepBody.tsx';
import { allValues, changesTraits, fixedValues, mergedTraits, type TraitField, type TraitValues } from './traits.ts';

export type TraitsStepProps = {
  flow: FlowHandle<object>;
  title: string;
  about: string;
  fields: readonly TraitField[];
  /** The values of the enrolled resource that the user has access to now. */
  detected: TraitValues;
  grant: AccessGrant;
  /** What is missing for the next step. Undefined: nothing. */
  missing: (values: TraitValues) => string | undefined;
};

/** "Set up access": values of the user's own traits that give access to the resource (screens §19.3). */
export function TraitsStep(props: TraitsStepProps) {
  const { env } = props.flow;
  const isEditable = env.user.authType !== 'sso' && can(env.user.acl, 'users', 'edit').ok;
  const query = useQuery({
    queryKey: ['discover', 'user', env.user.username],
    queryFn: ({ signal }) => fetchUser(env.user.username, signal),
    enabled: isEditable,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = query;
  if (!isEditable) return <ReadOnlyTraits {...props} />;
  if (!data) return <LoadingTraits flow={props.flow} query={query} />;
  return <EditedTraits key={data.id} {...props} user={data} />;
}

function LoadingTraits({ flow, query }: Pick<TraitsStepProps, 'flow'> & { query: UseQueryResult }) {
  useReady(flow, 'Your traits are not loaded yet');
  return <Loading noun="your traits" query={query} />;
}

function EditedTraits({ flow, title, about, fields, detected, missing, user }: TraitsStepProps & { user: User }) {
  const traits = user.traits ?? {};
  const [chosen, setChosen] = useState<TraitValues>(() =>
    Object.fromEntries(fields.map(({ trait }) => [trait, traits[trait] ?? []])),
  );
  const fixed = fixedValues(fields, traits, detected);
  useReady(flow, missing(allValues(fixed, chosen)) ?? true);
  const failure = useNextHandler(flow, async (): Promise<StepOutcome> => {
    const merged = mergedTraits(traits, chosen, fixed);
    if (changesTraits(traits, merged)) {
      await saveUser({ ...user, traits: merged });
      await flow.env.reloadUser();
    }
    return 'success';
  });
  return (
    <StepBody title={title} about={about} failed="Your traits were not saved" failure={failure}>
      {fields.map(({ trait, label, help }) => (
        <div key={trait} className="stack g6">
          <TokenField
            label={label}
            help={help}
            values={chosen[trait] ?? []}
            options={traits[trait] ?? []}
            open
            onChange={(values) => setChosen({ ...chosen, [trait]: values })}
          />
          <FixedValues label={label} values={fixed[trait] ?? []} />
        </div>
      ))}
    </StepBody>
  );
}

const FixedValues = ({ label, values }: { label: string; values: readonly string[] }) =>
  values.length > 0 && (
    <p className="row g6 wrap">
      <span className="t3 small">{`${label} from your roles:`}</span>
      {values.map((value) => (
        <Chip key={value}>{value}</Chip>
      ))}
    </p>
  );

function ReadOnlyTraits({ flow, title, fields, detected, grant, missing }: TraitsStepProps) {
  const isSso = flow.env.user.authType === 'sso';
  const has = fields.some(({ trait }) => (detected[trait] ?? []).length > 0);
  useReady(flow, missing(detected) ?? true);
  return (
    <StepBody title={title} about={has ? 'Your roles give you these values.' : undefined}>
      {fields.map(({ trait, label }) => (
        <FixedValues key={trait} label={label} values={detected[trait] ?? []} />
      ))}
      <MissingRule
        flow={flow}
        title={isSso ? 'Your traits come from the identity provider.' : 'Your roles do not allow you to change traits.'}
        role={accessRole(grant, isSso)}
      >
        For more values ask an administrator for this role, or one like it.
        {isSso && ' Replace REPLACE_ME with the values.'}
      </MissingRule>
    </StepBody>
  );
}
