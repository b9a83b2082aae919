import { useState, type ReactNode } from 'react';
import { ChoiceField, firstChoices } from '../../resources/dialogs/ChoiceField.tsx';
import { handleSubmit } from '../../ui/plain/Field.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { TokenField } from '../../ui/TokenField.tsx';
import type { SecondFactor } from '../../wire/config.ts';
import { missingChoice, type Tested } from './testedRow.ts';
import { TestProof } from './TestProof.tsx';
import { TestResult } from './TestResult.tsx';
import type { ConnectionTester } from './useConnectionTest.ts';

type Props = {
  tested: Tested;
  tester: ConnectionTester;
  /** The second factors that the cluster accepts. */
  mode: SecondFactor;
  /** Id of the form: a button outside submits it. */
  form: string;
  /** Below the fields, with their current values. */
  actions?: (chosen: Readonly<Record<string, string>>) => ReactNode;
};

/** Asks which user to test, runs the test and shows its steps. Requires no router: dialogs and wizards contain it. */
export function ConnectionTestPanel({ tested, tester, mode, form, actions }: Props) {
  const { choices, groups: offered } = tested;
  const [chosen, setChosen] = useState(() => firstChoices(choices));
  const [groups, setGroups] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState<string>();
  const { state } = tester;
  const start = () => {
    const lacking = missingChoice(tested, chosen);
    setMissing(lacking);
    if (lacking === undefined) tester.start(tested.toTarget(chosen, groups));
  };
  return (
    <div className="grid g16">
      <form id={form} className="grid g12" noValidate onSubmit={handleSubmit(start)}>
        {choices.map((choice, i) => (
          <ChoiceField
            key={choice.id}
            choice={choice}
            autoFocus={i === 0}
            value={chosen[choice.id] ?? ''}
            error={
              missing === choice.label && !chosen[choice.id] ? `Enter the ${choice.label.toLowerCase()}` : undefined
            }
            onChange={(value) => setChosen({ ...chosen, [choice.id]: value })}
          />
        ))}
        {offered && (
          <TokenField
            label="Kubernetes groups"
            help="Leave it empty to test with all groups that your roles allow"
            values={groups}
            options={offered}
            open
            onChange={setGroups}
          />
        )}
        {actions?.(chosen)}
      </form>
      {state.kind === 'running' && <Waiting delay="none">Testing the connection</Waiting>}
      {state.kind === 'proving' && <TestProof mode={mode} use={tester.prove} />}
      {(state.kind === 'done' || state.kind === 'failed') && <TestResult state={state} />}
    </div>
  );
}
