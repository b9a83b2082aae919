import { useState } from 'react';
import type { NewDatabase } from '../../../api/newDatabases.ts';
import { can } from '../../../api/can.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import type { FlowHandle, StepOutcome } from '../flow/flow.ts';
import { useFaults, useNextHandler, useReady } from '../flow/useStep.ts';
import { takeLabels } from '../parts/labels.ts';
import { LabelsField } from '../parts/LabelsField.tsx';
import { resourceNameFault } from '../parts/saveResource.ts';
import { NoDatabaseRule } from '../parts/MissingRule.tsx';
import { StepBody } from '../parts/StepBody.tsx';
import { addressFaults, AddressFields, portOf } from './AddressFields.tsx';
import { protocolOf, uriOf } from './databaseTexts.ts';
import type { DatabaseValues } from './databaseValues.ts';
import { RegisterDialog } from './RegisterDialog.tsx';
import { IdentifierField } from '../parts/IdentifierField.tsx';

/** Name and address of a database. Registers it with the cluster. */
export function RegisterForm({ flow }: { flow: FlowHandle<DatabaseValues> }) {
  const { values, setValues, card, env } = flow;
  const { name, host, labels } = values;
  const [isNamed, setNamed] = useState(false);
  const naming = useFaults(() => ({ name: resourceNameFault(name) }));
  const address = useFaults(() => addressFaults(values, card.engine));
  const [database, setDatabase] = useState<NewDatabase>();
  const mayWrite = can(env.user.acl, 'db', 'create').ok;
  useReady(flow, mayWrite ? true : 'Your roles lack db: create');
  useNextHandler(flow, async (): Promise<StepOutcome> => {
    const isNameRight = naming.check();
    const isAddressRight = isNamed && address.check();
    const labelsTaken = isNamed ? takeLabels(values, setValues) : labels;
    if (!labelsTaken) return 'stay';
    if (!isNameRight) setNamed(false);
    else if (!isNamed) setNamed(true);
    else if (isAddressRight)
      setDatabase({
        name,
        protocol: protocolOf(card.engine),
        uri: uriOf(host, portOf(values, card.engine)),
        labels: Object.entries(labelsTaken).map(([label, value]) => ({ name: label, value })),
      });
    return 'stay';
  });
  if (!mayWrite) return <NoDatabaseRule flow={flow} title="Register a database" what="register databases" />;
  return (
    <StepBody
      title="Register a database"
      about={isNamed ? 'The database service connects to this address.' : 'Users see this name.'}
    >
      <div className="grid g12">
        {isNamed ? (
          <>
            <p>
              Database <b className="semi">{name}</b>{' '}
              <Button kind="quiet" onClick={() => setNamed(false)}>
                Change name
              </Button>
            </p>
            <AddressFields values={values} engine={card.engine} faults={address.faults} onChange={setValues} />
            <LabelsField
              title="Labels"
              help="Roles and database services choose databases by their labels"
              labels={labels}
              form={values.newLabel}
              onChange={setValues}
            />
          </>
        ) : (
          <IdentifierField
            label="Name"
            error={naming.faults.name}
            value={name}
            onChange={(text) => setValues({ name: text.trim().toLowerCase() })}
          />
        )}
      </div>
      {database && (
        <RegisterDialog
          flow={flow}
          database={database}
          advice="name"
          onClose={(isRefused) => {
            setDatabase(undefined);
            if (isRefused) setNamed(false);
          }}
          onNext={(served) => {
            setValues({ isServed: served });
            flow.next(served ? 1 : 0);
          }}
        />
      )}
    </StepBody>
  );
}
