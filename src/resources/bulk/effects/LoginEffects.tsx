import { useMemo } from 'react';
import { roleMoves } from '../../../access/review/roleGrants.ts';
import { config } from '../../../api/config.ts';
import type { Sentence } from '../../../lib/sentence.ts';
import { CountingLine } from '../../access/CountingLine.tsx';
import { baseOf } from '../../access/accessCountLabels.ts';
import { useRoles, type RoleSet } from '../../access/subjects.ts';
import { useTargets } from '../../access/useTargets.ts';
import { useWork } from '../../access/useWork.ts';
import { ownRoleLosses } from '../../review/roleReview.ts';
import { Sentences } from '../../review/Sentences.tsx';
import { countOf } from '../../resourceMessages.ts';
import { valueMoves } from '../editPlan.ts';
import type { EffectsProps } from '../BulkEditJob.ts';
import { LoginMoves } from './loginMoves.ts';

/** What added and removed roles grant, and what the signed-in user loses. */
function roleSentences({ resource, work }: EffectsProps, roles: RoleSet | undefined): readonly Sentence[] {
  return [
    ...work.changing.flatMap(({ row, before, after }) => ownRoleLosses(row.id, before, after, roles)),
    ...valueMoves(work.changing).flatMap(({ value, isGain, count }) => {
      const who = { who: countOf(resource, count), ...(count > 1 && { gets: 'get', loses: 'lose' }) };
      return isGain ? roleMoves(who, [], [value], roles) : roleMoves(who, [value], [], roles);
    }),
  ];
}

/** What users gain with roles, and the logins that they gain or lose, as far as the console can calculate it. */
export default function LoginEffects({ resource, work }: EffectsProps) {
  const roles = useRoles();
  const { targets } = useTargets(config.proxyCluster, 'node');
  const shelf = roles.state === 'read' ? roles.value : undefined;
  const [nodes] = targets;
  const servers = nodes?.state === 'read' ? nodes : undefined;
  const isReading = roles.state === 'reading' || nodes?.state === 'reading';
  const moves = useMemo(
    () => (shelf && !isReading ? new LoginMoves(work.changing, shelf.role, servers?.targets ?? []) : undefined),
    [work, shelf, servers?.targets, isReading],
  );
  const counted = useWork(moves);
  const sentences = useMemo(
    () => (roles.state === 'reading' ? [] : roleSentences({ resource, work }, shelf)),
    [resource, work, roles.state, shelf],
  );
  const logins = counted.value;
  if (!shelf || !logins)
    return (
      <>
        <Sentences sentences={sentences} />
        {roles.state === 'unread' ? (
          <p className="t3">{`Cannot determine what these roles grant. ${roles.why}`}</p>
        ) : (
          <p className="t3">{nodes?.state === 'reading' ? 'Loading servers' : 'Loading roles'}</p>
        )}
      </>
    );
  const unread = [...work.moves.add, ...work.moves.take].filter((name) => shelf.role(name) === undefined);
  return (
    <>
      <Sentences sentences={[...sentences, ...logins]} />
      {logins.length === 0 && counted.state === 'done' && (
        <p>{servers ? 'Logins on servers do not change.' : 'Cannot determine which servers are affected.'}</p>
      )}
      <CountingLine counted={counted} />
      <p className="t3 small">
        {servers && `Counted over ${baseOf(servers)} you can see. `}
        {nodes?.state === 'unread' && `Servers cannot be loaded. ${nodes.why}. `}
        {unread.length > 0 && `Not loaded: ${unread.join(', ')}. `}
        Not checked: traits, locks, device trust.
      </p>
    </>
  );
}
