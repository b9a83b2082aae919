import { useMemo } from 'react';
import { config } from '../../../api/config.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { baseOf } from '../../access/reachWords.ts';
import { useRoles } from '../../access/subjects.ts';
import { useThings } from '../../access/useThings.ts';
import { Sentences } from '../../review/Sentences.tsx';
import type { EffectsProps } from './effectsProps.ts';
import { loginMoves } from './loginMoves.ts';

/** As whom people may log in who may not now, and the other way round, as far as it can be seen from here. */
export default function LoginEffects({ work }: EffectsProps) {
  const roles = useRoles();
  const { things, hasMore, loadAll } = useThings(config.proxyCluster);
  const shelf = roles.state === 'read' ? roles.value : undefined;
  const nodes = things.find(({ kind }) => kind === 'node');
  const servers = nodes?.state === 'read' ? nodes : undefined;
  const isReading = roles.state === 'reading' || nodes?.state === 'reading';
  const sentences = useMemo(
    () => (shelf && !isReading ? loginMoves(work.changing, shelf.role, servers?.things ?? []) : undefined),
    [work, shelf, servers, isReading],
  );
  if (roles.state === 'unread') return <p className="t3">{`What these roles give is not known here. ${roles.why}`}</p>;
  if (!shelf || !sentences) return <p className="t3">Reading what the roles give</p>;
  const unread = [...work.moves.add, ...work.moves.take].filter((name) => shelf.role(name) === undefined);
  return (
    <>
      {sentences.length > 0 ? <Sentences sentences={sentences} /> : <p>No login on a server comes or goes.</p>}
      <p className="t3 small">
        {servers ? `Counted over ${baseOf(servers)} you can see. ` : 'Servers are not readable here. '}
        {unread.length > 0 && `Not readable: ${unread.join(', ')}. `}
        Not checked: traits, locks, device trust.
        {hasMore && (
          <Button size="inline" kind="quiet" onClick={loadAll}>
            Load all
          </Button>
        )}
      </p>
    </>
  );
}
