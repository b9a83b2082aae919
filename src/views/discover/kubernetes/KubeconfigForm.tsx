import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../../ui/plain/SelectField.tsx';
import type { FlowHandle } from '../flow/flow.ts';
import { ResourceForm } from '../parts/ResourceForm.tsx';
import { lostSecretText, secretLocation, useSaveResource } from '../parts/saveResource.ts';
import { TextFileField } from '../parts/IdentifierField.tsx';
import { toVia, ViaField } from '../parts/ViaField.tsx';
import { readKubeconfig, type KubernetesValues } from './kubeItem.ts';

/** Name, labels and kubeconfig of a cluster that the gateway connects to. */
export function KubeconfigForm({ flow }: { flow: FlowHandle<KubernetesValues> }) {
  const { values, setValues } = flow;
  const { name, kubeconfig, context, saved } = values;
  const location = kubeconfig === undefined ? secretLocation(saved, name, 'kubeconfig') : undefined;
  const lost = location === 'elsewhere' ? lostSecretText(saved) : undefined;
  const { data: parsed } = useQuery({
    queryKey: ['discover', 'kubeconfig', kubeconfig],
    queryFn: () => readKubeconfig(kubeconfig ?? ''),
    enabled: kubeconfig !== undefined,
    networkMode: 'always',
    gcTime: 0,
  });
  const contexts = parsed?.contexts ?? [];
  const chosen = contexts.includes(context) ? context : (parsed?.current ?? contexts[0] ?? '');
  const form = useSaveResource(flow, {
    kind: 'kube_cluster',
    onSaved: () => setValues({ kubeconfig: undefined, context: chosen || context }),
    check() {
      const isMissing = kubeconfig === undefined && location !== 'here';
      return { kubeconfig: isMissing ? (lost ?? 'Paste the kubeconfig') : parsed?.fault };
    },
    build: (labels) => ({
      name,
      document: { version: 'v3', metadata: { name, labels }, spec: {} },
      connect: {
        ...(kubeconfig !== undefined && { kubeconfig }),
        ...((chosen || context) !== '' && { context: chosen || context }),
        ...toVia(values),
      },
    }),
  });
  return (
    <ResourceForm
      {...form}
      acl="kubeClusters"
      title="Describe the Kubernetes cluster"
      about="The gateway talks to the API server with the account of the kubeconfig, and acts as the user and groups that roles allow. The account needs the permission to impersonate."
    >
      <TextFileField
        label="Kubeconfig"
        help={
          location === 'here'
            ? 'Stored in the gateway. Paste another one to replace it'
            : (lost ?? 'Paste it or drop the file. Certificates and tokens must be in it')
        }
        error={form.faults.kubeconfig ?? parsed?.fault}
        value={kubeconfig ?? ''}
        onChange={(text) => setValues({ kubeconfig: text === '' ? undefined : text, context: '' })}
      />
      {contexts.length > 1 && (
        <SelectField
          label="Context"
          value={chosen}
          options={contexts.map((value) => ({ value, label: value }))}
          onChange={(value) => setValues({ context: value })}
        />
      )}
      <ViaField {...values} env={flow.env} onChange={setValues} />
    </ResourceForm>
  );
}
