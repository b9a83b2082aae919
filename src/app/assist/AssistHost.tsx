import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { assistRequest, type AssistRequest } from '../../api/assistRequests.ts';
import { writeAccessView } from '../../resources/access/accessAddress.ts';
import { useNewest } from '../../resources/useNewest.ts';
import { AssistPartsContext, type AssistParts } from '../../sessions/assist/page/parts.ts';
import { useStore } from '../../ui/useStore.ts';
import { CommandFactor } from '../command/CommandFactor.tsx';
import { useClusterId, useConsole } from '../useConsole.ts';
import { assistDesk } from './assistDesk.ts';

type Props = {
  /** The conversation that is shown: a question from another page goes into its field. */
  conversationId: string | undefined;
  /** A question was put into the field. */
  onQuestion?: () => void;
  children: ReactNode;
};

/** What all parts of Assist get from the console. */
export function AssistHost({ conversationId, onQuestion, children }: Props) {
  const { user } = useConsole();
  const clusterId = useClusterId();
  const desk = assistDesk(clusterId, user.username);
  const request = useStore(assistRequest);
  const take = useEffectEvent(({ draft, context }: AssistRequest) => {
    const field = conversationId === undefined ? desk.newDraft : desk.open(conversationId).draft;
    field.fill(draft, context);
    assistRequest.set(undefined);
    onQuestion?.();
  });
  useEffect(() => {
    if (request) take(request);
  }, [request]);
  const newest = useNewest({ navigate: useNavigate(), location: useLocation() });
  const parts = useMemo((): AssistParts => {
    const checkAccess: AssistParts['checkAccess'] = (nodeId, login) => {
      const { navigate, location } = newest.current;
      const as = login === undefined ? [] : [login];
      const ask = { user: desk.username, kind: 'node', id: nodeId, as } as const;
      void navigate({
        pathname: location.pathname,
        search: writeAccessView(location.search, { show: 'check', ask }),
      });
    };
    return { desk, FactorPrompt: CommandFactor, checkAccess };
  }, [desk, newest]);
  return <AssistPartsContext value={parts}>{children}</AssistPartsContext>;
}
