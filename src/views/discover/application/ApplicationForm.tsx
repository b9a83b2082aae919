import { useState } from 'react';
import { TextField } from '../../../ui/plain/TextField.tsx';
import type { FlowHandle } from '../flow/flow.ts';
import type { Labels } from '../parts/labels.ts';
import { LabelsField } from '../parts/LabelsField.tsx';
import { ResourceForm } from '../parts/ResourceForm.tsx';
import { useSaveResource, type SavedDocument } from '../parts/saveResource.ts';
import { toVia, ViaField } from '../parts/ViaField.tsx';
import { appNameFault } from '../selector/applicationTexts.ts';

export type ApplicationValues = {
  name: string;
  /** As the gateway reaches it. */
  uri: string;
  /** Empty: the usual one. */
  publicAddr: string;
  labels: Labels;
  via: string;
  viaLogin: string;
  saved?: SavedDocument | undefined;
};

type Faults = Partial<Record<'name' | 'uri' | 'publicAddr', string | undefined>>;

/** Like that of a URL's host, with a port. */
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i;

export function faultsOf({ name, uri, publicAddr }: Pick<ApplicationValues, 'name' | 'uri' | 'publicAddr'>): Faults {
  const isWeb = URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol);
  return {
    name: appNameFault(name),
    uri: isWeb ? undefined : 'This is not an address like http://127.0.0.1:8080',
    publicAddr: publicAddr === '' || HOST.test(publicAddr) ? undefined : 'This is not a host name',
  };
}

/** Name and address of a web application that the gateway reaches. */
export function ApplicationForm({ flow }: { flow: FlowHandle<ApplicationValues> }) {
  const { values, setValues, env } = flow;
  const { name, uri, publicAddr, labels } = values;
  const [faults, setFaults] = useState<Faults>({});
  const failure = useSaveResource(flow, {
    kind: 'app',
    build() {
      const found = faultsOf(values);
      setFaults(found);
      if (Object.values(found).some((fault) => fault !== undefined)) return undefined;
      const spec = { uri, ...(publicAddr !== '' && { public_addr: publicAddr }) };
      return { name, document: { version: 'v3', metadata: { name, labels }, spec }, connect: toVia(values) };
    },
  });
  const text = { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const;
  return (
    <ResourceForm
      flow={flow}
      acl="apps"
      title="Describe the application"
      about="The gateway forwards requests of signed-in users to the application."
      failure={failure}
    >
      <TextField
        {...text}
        label="Name"
        error={faults.name}
        value={name}
        onChange={(typed) => setValues({ name: typed.toLowerCase() })}
      />
      <TextField
        {...text}
        label="Internal URL"
        help="As the gateway reaches it: http://127.0.0.1:8080"
        error={faults.uri}
        value={uri}
        onChange={(typed) => setValues({ uri: typed.trim() })}
      />
      <TextField
        {...text}
        label="Public address"
        help={`Host name in the browser. Default: ${name || 'name'}.${location.hostname}. It needs a DNS record and a certificate`}
        error={faults.publicAddr}
        value={publicAddr}
        onChange={(typed) => setValues({ publicAddr: typed.trim() })}
      />
      <ViaField {...values} env={env} onChange={setValues} />
      <LabelsField
        title="Labels"
        help="Roles open applications by their labels"
        labels={labels}
        onChange={(changed) => setValues({ labels: changed })}
      />
    </ResourceForm>
  );
}
