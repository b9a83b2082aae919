import { useMemo } from 'react';
import { config } from '../../../api/config.ts';
import { CountingLine } from '../../access/CountingLine.tsx';
import { baseOf } from '../../access/reachWords.ts';
import { useRoles } from '../../access/subjects.ts';
import { useThings } from '../../access/useThings.ts';
import { useWork } from '../../access/useWork.ts';
import { Sentences } from '../../review/Sentences.tsx';
import type { EffectsProps } from './effectsProps.ts';
import { LoginMoves } from './loginMoves.ts';

/** As whom people may log in who may not now, and the other way round, as far as it can be seen from here. */
export default function LoginEffects({ work }: EffectsProps) {
  const roles = useRoles();
  const { things } = useThings(config.proxyCluster, 'node');
  const shelf = roles.state === 'read' ? roles.value : undefined;
  const [nodes] = things;
  const servers = nodes?.state === 'read' ? nodes : undefined;
  const isReading = roles.state === 'reading' || nodes?.state === 'reading';
  const moves = useMemo(
    () => (shelf && !isReading ? new LoginMoves(work.changing, shelf.role, servers?.things ?? []) : undefined),
    [work, shelf, servers?.things, isReading],
  );
  const counted = useWork(moves);
  const sentences = counted.value;
  if (roles.state === 'unread') return <p className="t3">{`What these roles give is not known here. ${roles.why}`}</p>;
  if (!shelf || !sentences)
    return <p className="t3">{nodes?.state === 'reading' ? 'Reading the servers' : 'Reading what the roles give'}</p>;
  const unread = [...work.moves.add, ...work.moves.take].filter((name) => shelf.role(name) === undefined);
  return (
    <>
      {sentences.length > 0 && <Sentences sentences={sentences} />}
      {sentences.length === 0 && counted.state === 'done' && (
        <p>{servers ? 'No login on a server comes or goes.' : 'Which servers are affected is not known here.'}</p>
      )}
      <CountingLine counted={counted} />
      <p className="t3 small">
        {servers && `Counted over ${baseOf(servers)} you can see. `}
        {nodes?.state === 'unread' && `Servers are not readable here. ${nodes.why}. `}
        {unread.length > 0 && `Not readable: ${unread.join(', ')}. `}
        Not checked: traits, locks, device trust.
      </p>
    </>
  );
}
