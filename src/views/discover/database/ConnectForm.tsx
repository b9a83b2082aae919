import type { FlowHandle } from '../flow/flow.ts';
import { ResourceForm } from '../parts/ResourceForm.tsx';
import { lostSecretText, secretLocation, useSaveResource, type NewResource } from '../parts/saveResource.ts';
import { addressFaults, AddressFields, portOf } from './AddressFields.tsx';
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
  const locationOf = (secret: string) => secretLocation(saved, name, secret);
  const form = useSaveResource(flow, {
    kind: 'db',
    check() {
      const missing = lostSecrets(values, locationOf);
      return { ...addressFaults(values, card.engine), missing: missing.length > 0 ? missing : undefined };
    },
    build: (labels) => toResource({ card, values: { ...values, labels } }),
  });
  return (
    <ResourceForm
      {...form}
      acl="db"
      title={`Describe the ${isPostgres(card.engine) ? 'PostgreSQL' : 'MySQL or MariaDB'} server`}
      about="The gateway connects to the server for signed-in users. They never see its passwords."
    >
      <AddressFields values={values} engine={card.engine} faults={form.faults} onChange={setValues} />
      <ConnectFields
        values={values}
        env={env}
        stored={{ locationOf, missing: form.faults.missing ?? [], lostText: lostSecretText(saved) }}
        onChange={setValues}
      />
    </ResourceForm>
  );
}
