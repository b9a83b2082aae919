import { useCallback, useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { assistRequest, type AssistRequest } from '../../api/assistRequests.ts';
import { writeAccessView } from '../../resources/access/accessAddress.ts';
import { useLatest } from '../../resources/useLatest.ts';
import { AssistPartsContext, type AssistParts } from '../../sessions/assist/page/parts.ts';
import { useStore } from '../../ui/useStore.ts';
import { CommandFactor } from '../command/CommandFactor.tsx';
import { href, paths } from '../paths.ts';
import { useClusterId, useConsole } from '../useConsole.ts';
import { assistDesk } from './assistDesk.ts';

type Props = {
  clusterId: string;
  username: string;
  /** The shown conversation. A question from another page goes into its field. */
  conversationId: string | undefined;
  checkAccess: AssistParts['checkAccess'];
  /** A question was put into the field. */
  onQuestion?: () => void;
  children: ReactNode;
};

/** The dependencies of all parts of Assist on the console. `checkAccess` must be stable. */
export function AssistHost({ clusterId, username, conversationId, checkAccess, onQuestion, children }: Props) {
  const desk = assistDesk(clusterId, username);
  const request = useStore(assistRequest);
  const take = useEffectEvent(({ draft, context }: AssistRequest) => {
    const isNew = conversationId === undefined || desk.heads.get()?.has(conversationId) === false;
    const field = isNew ? desk.newDraft : desk.open(conversationId).draft;
    field.fill(draft, context);
    assistRequest.set(undefined);
    onQuestion?.();
  });
  useEffect(() => {
    if (request) take(request);
  }, [request]);
  const parts = useMemo((): AssistParts => {
    const recordingHref = (sid: string) => href(paths.player({ clusterId, sid }));
    return { desk, FactorPrompt: CommandFactor, checkAccess, recordingHref };
  }, [desk, clusterId, checkAccess]);
  return <AssistPartsContext value={parts}>{children}</AssistPartsContext>;
}

/** The query part of an address that checks the user's own access to a server. */
export const accessSearch = (search: string, user: string, nodeId: string, login: string | undefined): string =>
  writeAccessView(search, { show: 'check', ask: { user, kind: 'node', id: nodeId, as: login ? [login] : [] } });

/** For a page inside the frame. */
export function useFrameAssist(): Pick<Props, 'clusterId' | 'username' | 'checkAccess'> {
  const { username } = useConsole().user;
  const newest = useLatest({ navigate: useNavigate(), location: useLocation() });
  const checkAccess = useCallback(
    (nodeId: string, login: string | undefined) => {
      const { navigate, location } = newest.current;
      void navigate({ pathname: location.pathname, search: accessSearch(location.search, username, nodeId, login) });
    },
    [newest, username],
  );
  return { clusterId: useClusterId(), username, checkAccess };
}
