import { useState } from 'react';
import type { FlowHandle } from '../flow/flow.ts';
import { ResourceForm } from '../parts/ResourceForm.tsx';
import { resourceNameFault, useSaveResource, type NewResource } from '../parts/saveResource.ts';
import { addressFaults, AddressFields, portOf, type AddressFaults } from './AddressFields.tsx';
import { ConnectFields } from './ConnectFields.tsx';
import { isPostgres, protocolOf, uriOf } from './databaseTexts.ts';
import { toConnect, type DatabaseValues } from './databaseValues.ts';

/** The database as the gateway stores it. */
export function toResource({ values, card }: Pick<FlowHandle<DatabaseValues>, 'values' | 'card'>): NewResource<'db'> {
  const { name, host, labels } = values;
  const spec = { protocol: protocolOf(card.engine), uri: uriOf(host, portOf(values, card.engine)) };
  return { name, document: { version: 'v3', metadata: { name, labels }, spec }, connect: toConnect(values) };
}

/** Name, address and sign-in of a database that the gateway itself connects to. */
export function ConnectForm({ flow }: { flow: FlowHandle<DatabaseValues> }) {
  const { values, setValues, card, env } = flow;
  const { name, saved } = values;
  const [faults, setFaults] = useState<AddressFaults & { name?: string | undefined }>({});
  const failure = useSaveResource(flow, {
    kind: 'db',
    build() {
      const found = { name: resourceNameFault(name), ...addressFaults(values, card.engine) };
      setFaults(found);
      if (Object.values(found).some((fault) => fault !== undefined)) return undefined;
      return toResource(flow);
    },
  });
  return (
    <ResourceForm
      flow={flow}
      acl="db"
      title={`Describe the ${isPostgres(card.engine) ? 'PostgreSQL' : 'MySQL or MariaDB'} server`}
      about="The gateway connects to the server for signed-in users. They never see its passwords."
      nameFault={faults.name}
      labelsHelp="Roles open databases by their labels"
      failure={failure}
    >
      <AddressFields values={values} engine={card.engine} faults={faults} onChange={setValues} />
      <ConnectFields values={values} env={env} isStored={saved !== undefined} onChange={setValues} />
    </ResourceForm>
  );
}
