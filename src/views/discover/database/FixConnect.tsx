import { useState } from 'react';
import { saveConnect } from '../../../api/connect.ts';
import { describeFailure } from '../../../api/errors.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import { CONNECT_SETTINGS } from '../../../wire/config.ts';
import type { FlowHandle } from '../flow/flow.ts';
import { useFaults } from '../flow/useStep.ts';
import { lostSecretText, saveResource, secretLocation } from '../parts/saveResource.ts';
import { addressFaults, AddressFields, type AddressFaults } from './AddressFields.tsx';
import { toResource } from './ConnectForm.tsx';
import { ConnectFields } from './ConnectFields.tsx';
import { toConnect, type DatabaseValues } from './databaseValues.ts';

type State = 'closed' | 'open' | 'saving' | 'saved' | { error: unknown };

/** Below a test: address and sign-in of the database, so that the user can correct them in the same step. */
export function FixConnect({ flow }: { flow: FlowHandle<DatabaseValues> }) {
  const { env, card } = flow;
  /** Unsaved changes. */
  const [changes, setChanges] = useState<Partial<DatabaseValues>>({});
  const values = { ...flow.values, ...changes };
  const change = (patch: Partial<DatabaseValues>) => setChanges((before) => ({ ...before, ...patch }));
  const [state, setState] = useState<State>('closed');
  // AWS defines the address of its databases.
  const { faults, check } = useFaults<AddressFaults>(() => (values.saved ? addressFaults(values, card.engine) : {}));
  const name = values.registered?.name ?? values.saved?.name ?? values.name;
  /** After a reload the secrets entered for a database of AWS are not known. */
  const locationOf = (secret: string) =>
    values.saved ? secretLocation(values.saved, values.saved.name, secret) : 'here';
  if (!env.config.extensions.includes(CONNECT_SETTINGS)) return null;
  const cancel = () => {
    setChanges({});
    setState('closed');
  };
  const save = async () => {
    if (!check()) return;
    setState('saving');
    try {
      if (values.saved) await saveResource(flow, 'db', toResource({ values, card }));
      else await saveConnect('db', name, toConnect(values));
      flow.setValues(changes);
      setChanges({});
      setState('saved');
    } catch (error) {
      setState({ error });
      flow.fail(error);
    }
  };
  if (state === 'closed' || state === 'saved')
    return (
      <div className="stack g8">
        {state === 'saved' && <Note kind="ok" title="The settings are saved. Test the connection again." />}
        <div>
          <Button size="form" icon="pencil" onClick={() => setState('open')}>
            Change the connection settings
          </Button>
        </div>
      </div>
    );
  return (
    <section className="grid g12" aria-label="Connection settings">
      {values.saved && <AddressFields values={values} engine={card.engine} faults={faults} onChange={change} />}
      <ConnectFields
        values={values}
        env={env}
        stored={{ locationOf, missing: [], lostText: lostSecretText(values.saved) }}
        onChange={change}
      />
      {typeof state === 'object' && (
        <ErrorNote what="The settings were not saved" {...describeFailure(state.error)} safe="Your entries are kept" />
      )}
      <div className="row g8 wrap">
        <Button kind="primary" size="form" busy={state === 'saving' ? 'Saving' : undefined} onClick={() => void save()}>
          Save settings
        </Button>
        <Button size="form" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
