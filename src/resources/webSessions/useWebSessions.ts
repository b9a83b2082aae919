import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchWebSessions, type WebSession } from '../../api/webSessions.ts';

/**
 * Web sessions of a user; undefined for the user's own. They are reloaded when the window gets the focus, because users
 * come here to find new sign-ins.
 */
export function useWebSessions(user: string | undefined) {
  const queryKey = ['web sessions', user ?? ''];
  const client = useQueryClient();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchWebSessions(user, signal),
  });
  useEffect(() => {
    const reread = () => void refetch();
    window.addEventListener('focus', reread);
    return () => window.removeEventListener('focus', reread);
  }, [refetch]);
  return {
    sessions: data,
    error,
    readAtMs: dataUpdatedAt,
    reload: () => void refetch(),
    /** Removes ended sessions from the list at once, and reloads it. */
    drop: (isEnded: (session: WebSession) => boolean) => {
      client.setQueryData<WebSession[]>(queryKey, (sessions) => sessions?.filter((session) => !isEnded(session)));
      void refetch();
    },
  };
}
