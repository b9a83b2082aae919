import { useEffect, useState } from 'react';
import type { NewJoinToken } from '../../../api/joinTokens.ts';

export type TokenState = { join: NewJoinToken | undefined; error: unknown; remake: () => void };

/** A join token for as long as the component lives. `create` must be the same function each time. */
export function useToken(create: () => Promise<NewJoinToken>): TokenState {
  const [state, setState] = useState<{ join?: NewJoinToken; error?: unknown }>({});
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isOver = false;
    create().then(
      (join) => !isOver && setState({ join }),
      (error: unknown) => !isOver && setState({ error }),
    );
    return () => {
      isOver = true;
    };
  }, [create, count]);
  return {
    join: state.join,
    error: state.error,
    remake() {
      setState({});
      setCount(count + 1);
    },
  };
}
