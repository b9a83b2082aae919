import type { FlowHandle } from '../flow/flow.ts';
import type { LabelValues } from '../parts/labels.ts';
import { ResourceForm } from '../parts/ResourceForm.tsx';
import { useSaveResource, type SavedDocument } from '../parts/saveResource.ts';
import { toVia, ViaField } from '../parts/ViaField.tsx';
import { applicationFaults } from '../selector/applicationTexts.ts';
import { IdentifierField } from '../parts/IdentifierField.tsx';

export type ApplicationValues = LabelValues & {
  name: string;
  /** Address at which the gateway reaches it. */
  uri: string;
  /** Empty: the default address. */
  publicAddr: string;
  via: string;
  viaLogin: string;
  saved?: SavedDocument | undefined;
};

/** Name and address of a web application that the gateway can reach. */
export function ApplicationForm({ flow }: { flow: FlowHandle<ApplicationValues> }) {
  const { values, setValues, env } = flow;
  const { name, uri, publicAddr } = values;
  const form = useSaveResource(flow, {
    kind: 'app',
    check: () => applicationFaults(values),
    build(labels) {
      const spec = { uri, ...(publicAddr !== '' && { public_addr: publicAddr }) };
      return { name, document: { version: 'v3', metadata: { name, labels }, spec }, connect: toVia(values) };
    },
  });
  return (
    <ResourceForm
      {...form}
      acl="apps"
      title="Describe the application"
      about="The gateway forwards requests of signed-in users to the application."
    >
      <IdentifierField
        label="Internal URL"
        help="As the gateway reaches it: http://127.0.0.1:8080"
        error={form.faults.uri}
        value={uri}
        onChange={(typed) => setValues({ uri: typed.trim() })}
      />
      <IdentifierField
        label="Public address"
        help={`Host name in the browser. Default: ${name || 'name'}.${location.hostname}. It needs a DNS record and a certificate`}
        error={form.faults.publicAddr}
        value={publicAddr}
        onChange={(typed) => setValues({ publicAddr: typed.trim() })}
      />
      <ViaField {...values} env={env} onChange={setValues} />
    </ResourceForm>
  );
}
