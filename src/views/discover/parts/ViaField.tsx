import { useQuery } from '@tanstack/react-query';
import { fetchRows } from '../../../api/lists.ts';
import { nodeList } from '../../../api/nodes.ts';
import { SelectField } from '../../../ui/plain/SelectField.tsx';
import type { DiscoverEnv } from '../flow/flow.ts';
import { IdentifierField } from './IdentifierField.tsx';

const SERVERS_MAX = 200;

export type Via = { via: string; viaLogin: string };

type Props = Via & { env: DiscoverEnv; error?: string | undefined; onChange: (patch: Partial<Via>) => void };

/** How the gateway reaches a private address: directly, or through a server that it can reach. */
export function ViaField({ via, viaLogin, env, error, onChange }: Props) {
  const { data = [] } = useQuery({
    queryKey: ['discover', 'via', env.clusterId],
    queryFn: async ({ signal }) => {
      const request = { limit: SERVERS_MAX, sort: { field: 'hostname', descending: false } };
      return (await fetchRows(nodeList, { clusterId: env.clusterId }, request, signal)).rows;
    },
    retry: false,
  });
  const names = [...new Set([...data.map(({ hostname }) => hostname), ...(via === '' ? [] : [via])])];
  return (
    <>
      <SelectField
        label="How the gateway reaches it"
        help="A server with a private network can forward connections"
        value={via}
        options={[
          { value: '', label: 'Directly' },
          ...names.map((name) => ({ value: name, label: `Through ${name}` })),
        ]}
        onChange={(value) => onChange({ via: value })}
      />
      {via !== '' && (
        <IdentifierField
          label={`Account on ${via}`}
          help="The gateway signs in there. It must exist on the server"
          error={error}
          value={viaLogin}
          onChange={(value) => onChange({ viaLogin: value })}
        />
      )}
    </>
  );
}

/** As the gateway takes it. */
export const toVia = ({ via, viaLogin }: Via): { via?: string; via_login?: string } =>
  via === '' ? {} : { via, ...(viaLogin.trim() !== '' && { via_login: viaLogin.trim() }) };
