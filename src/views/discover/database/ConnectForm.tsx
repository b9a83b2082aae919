import { useState } from 'react';
import type { FlowHandle } from '../flow/flow.ts';
import { ResourceForm } from '../parts/ResourceForm.tsx';
import {
  lostSecretText,
  resourceNameFault,
  secretPlace,
  useSaveResource,
  type NewResource,
} from '../parts/saveResource.ts';
import { addressFaults, AddressFields, portOf, type AddressFaults } from './AddressFields.tsx';
import { ConnectFields } from './ConnectFields.tsx';
import { isPostgres, protocolOf, uriOf } from './databaseTexts.ts';
import { lostSecrets, toConnect, type DatabaseValues } from './databaseValues.ts';

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
  const [missing, setMissing] = useState<readonly string[]>([]);
  const place = (secret: string) => secretPlace(saved, name, secret);
  const form = useSaveResource(flow, {
    kind: 'db',
    build(labels) {
      const found = { name: resourceNameFault(name), ...addressFaults(values, card.engine) };
      const lost = lostSecrets(values, place);
      setFaults(found);
      setMissing(lost);
      if (lost.length > 0 || Object.values(found).some((fault) => fault !== undefined)) return undefined;
      return toResource({ card, values: { ...values, labels } });
    },
  });
  return (
    <ResourceForm
      {...form}
      acl="db"
      title={`Describe the ${isPostgres(card.engine) ? 'PostgreSQL' : 'MySQL or MariaDB'} server`}
      about="The gateway connects to the server for signed-in users. They never see its passwords."
      nameFault={faults.name}
    >
      <AddressFields values={values} engine={card.engine} faults={faults} onChange={setValues} />
      <ConnectFields
        values={values}
        env={env}
        stored={{ place, missing, lostText: lostSecretText(saved) }}
        onChange={setValues}
      />
    </ResourceForm>
  );
}
