import { useEffect, useEffectEvent, useState } from 'react';
import { createJoinToken, type JoinTokenRequest, type NewJoinToken } from '../../../api/joinTokens.ts';
import type { FlowHandle } from '../flow/flow.ts';

/** Values of a flow that joins with a token. `join` is a secret: do not store it. `resourceIds` may be stored. */
export type JoinValues = {
  join?: (NewJoinToken & { requestKey: string }) | undefined;
  /** Resource ids of the created tokens, the newest first: a command copied earlier still works. */
  resourceIds?: readonly string[];
};

const IDS_MAX = 3;

export type JoinTokenState = {
  join: NewJoinToken | undefined;
  error: unknown;
  /** False if a link opened the page and the user has not requested a token yet. */
  isAsked: boolean;
  ask: () => void;
  /** Creates another token, also after an error. */
  remake: () => void;
};

/**
 * One token for the lifetime of the flow, until other labels are needed. If `request` is undefined, none is created.
 * If a link opened the page, the user has to request the token.
 */
export function useJoinToken(
  flow: Pick<FlowHandle<JoinValues>, 'values' | 'setValues' | 'fail' | 'hasActed'>,
  request: JoinTokenRequest | undefined,
): JoinTokenState {
  const { values, setValues } = flow;
  const [isAsked, setAsked] = useState(flow.hasActed);
  const requestKey = request && JSON.stringify(request);
  const [lastFailure, setFailure] = useState<{ error: unknown; requestKey: string | undefined }>();
  const failure = lastFailure?.requestKey === requestKey ? lastFailure : undefined;
  const join = values.join?.requestKey === requestKey ? values.join : undefined;
  const isWanted = isAsked && requestKey !== undefined && join === undefined && failure === undefined;

  const create = useEffectEvent(() => createJoinToken(request ?? { role: 'Node' }));
  const keep = useEffectEvent((made: NewJoinToken) => {
    const resourceIds = [made.resourceId, ...(values.resourceIds ?? [])].slice(0, IDS_MAX);
    setFailure(undefined);
    setValues({ join: { ...made, requestKey: requestKey ?? '' }, resourceIds });
  });
  const report = useEffectEvent((error: unknown) => flow.fail(error));

  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    create().then(
      (made) => {
        if (!isOver) keep(made);
      },
      (error: unknown) => {
        if (isOver) return;
        setFailure({ error, requestKey });
        report(error);
      },
    );
    return () => {
      isOver = true;
    };
  }, [isWanted, requestKey]);

  return {
    join,
    error: failure?.error,
    isAsked: isAsked || join !== undefined,
    ask: () => setAsked(true),
    remake() {
      setAsked(true);
      setFailure(undefined);
      setValues({ join: undefined });
    },
  };
}
