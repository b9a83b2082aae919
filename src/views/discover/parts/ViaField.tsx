import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { fetchRows } from '../../../api/lists.ts';
import { nodeList } from '../../../api/nodes.ts';
import type { DiscoverEnv } from '../flow/flow.ts';
import { IdentifierField } from './IdentifierField.tsx';

/** Typing finds further servers. */
const OFFERED_MAX = 50;

export type Via = { via: string; viaLogin: string };

type Props = Via & { env: DiscoverEnv; onChange: (patch: Partial<Via>) => void };

/** How the gateway reaches a private address: directly, or through a server that it can reach. */
export function ViaField({ via, viaLogin, env, onChange }: Props) {
  const listId = useId();
  const { data = [] } = useQuery({
    queryKey: ['discover', 'via', env.clusterId, via],
    queryFn: async ({ signal }) => {
      const request = { limit: OFFERED_MAX, search: via, sort: { field: 'hostname', descending: false } };
      return (await fetchRows(nodeList, { clusterId: env.clusterId }, request, signal)).rows;
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isUnique = (name: string) => data.filter(({ hostname }) => hostname === name).length === 1;
  return (
    <>
      <IdentifierField
        label="Through a server (optional)"
        help="A server with a private network can forward connections. Empty: the gateway connects directly"
        list={listId}
        value={via}
        onChange={(text) => onChange({ via: text.trim() })}
      />
      <datalist id={listId}>
        {data.map(({ id, hostname }) =>
          isUnique(hostname) ? (
            <option key={id} value={hostname} />
          ) : (
            <option key={id} value={id} label={`${hostname} ${id}`} />
          ),
        )}
      </datalist>
      {via !== '' && (
        <IdentifierField
          label={`Account on ${via}`}
          help="The gateway signs in there. It must exist on the server"
          value={viaLogin}
          onChange={(value) => onChange({ viaLogin: value })}
        />
      )}
    </>
  );
}

/** The value for the gateway. */
export const toVia = ({ via, viaLogin }: Via): { via?: string; via_login?: string } =>
  via === '' ? {} : { via, ...(viaLogin.trim() !== '' && { via_login: viaLogin.trim() }) };
