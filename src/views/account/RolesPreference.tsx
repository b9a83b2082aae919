import { useQuery } from '@tanstack/react-query';
import { fetchOwnRoles } from '../../api/account.ts';
import { can } from '../../api/can.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import type { UserContext } from '../../api/userContext.ts';

import { Preference } from './Preference.tsx';

/** The context does not name one's roles; who may read users can look them up (http-auth §6.2, §10). */
export function RolesPreference({ user }: { user: UserContext }) {
  const may = can(user.acl, 'users', 'read');
  const { data, error } = useQuery({
    queryKey: ['own roles', user.username],
    queryFn: ({ signal }) => fetchOwnRoles(user.username, signal),
    enabled: may.ok,
  });
  const words = !may.ok ? `Not told. ${may.why}` : error ? `Not told: ${error.message}` : data?.join(', ');
  return (
    <Preference label="Roles" help={serverBehaviour.ownRolesNote}>
      {words ?? 'Asking the server'}
    </Preference>
  );
}
