import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { fetchActiveSessions, type ActiveSession } from '../../api/activeSessions.ts';
import { can } from '../../api/can.ts';
import { config } from '../../api/config.ts';
import { describeFailure } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { asKind } from '../../descriptors/kinds.ts';
import { LIST_LIMIT_MAX } from '../../wire/constants.ts';
import { useUser } from '../useUser.ts';
import type { RolesOf } from './endingSessions.ts';

const REREAD_MS = 10_000;

export type OpenSessions = {
  /** Undefined while they are loading, or if they cannot be read. */
  sessions: readonly ActiveSession[] | undefined;
  /** Why they cannot be read. */
  unread: string | undefined;
  rolesOf: RolesOf;
};

/** The active sessions in this cluster, and the roles of their participants, as far as this user may see them. */
export function useOpenSessions(): OpenSessions {
  const { acl } = useUser();
  const dataProvider = useDataProvider();
  const maySee = can(acl, 'activeSessions', 'list');
  const sessions = useQuery({
    queryKey: ['open sessions'],
    queryFn: ({ signal }) => fetchActiveSessions(config.proxyCluster, signal),
    enabled: maySee.ok,
    refetchInterval: REREAD_MS,
  });
  const users = useQuery({
    queryKey: ['users', 'roles of'],
    enabled: can(acl, 'users', 'list').ok && can(acl, 'users', 'read').ok,
    queryFn: async ({ signal }) => {
      const { data } = await dataProvider.getList<Row>('users', {
        pagination: { page: 1, perPage: LIST_LIMIT_MAX * 10 },
        signal,
      });
      return new Map(data.map((row) => [row.id, asKind('chips', row['roles']) ?? []]));
    },
  });
  const failed = sessions.error ? describeFailure(sessions.error).why : undefined;
  const why = maySee.ok ? failed : maySee.why;
  return {
    sessions: sessions.data,
    unread: why === undefined ? undefined : `Cannot determine which open sessions end: ${why}`,
    rolesOf: (user) => users.data?.get(user),
  };
}
