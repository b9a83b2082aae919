import { useMemo } from 'react';
import { can } from '../../../api/can.ts';
import { describeFailure } from '../../../api/errors.ts';
import { plural } from '../../../lib/numbers.ts';
import { useSeen } from '../../panels/useSeen.ts';
import { Sentences } from '../../review/Sentences.tsx';
import { useUser } from '../../useUser.ts';
import type { EffectsProps } from './effectsProps.ts';
import { loginMoves } from './loginMoves.ts';

/** As whom people may log in who may not now, and the other way round, as far as it can be seen from here. */
export default function LoginEffects({ work }: EffectsProps) {
  const { data, error } = useSeen();
  const verdict = can(useUser().acl, 'roles', 'list');
  const sentences = useMemo(() => data && loginMoves(work.changing, data.roles, data.servers), [work, data]);
  const unknownSince = verdict.ok ? error && describeFailure(error).why : verdict.why;
  if (unknownSince) return <p className="t3">{`What these roles give is not known here. ${unknownSince}`}</p>;
  if (!data || !sentences) return <p className="t3">Reading what the roles give</p>;
  const unread = [...work.moves.add, ...work.moves.take].filter((name) => !data.roles.has(name));
  return (
    <>
      {sentences.length > 0 ? <Sentences sentences={sentences} /> : <p>No login on a server comes or goes.</p>}
      <p className="t3 small">
        {`Counted over ${plural(data.servers.length, 'server')} you can see. `}
        {unread.length > 0 && `Not readable: ${unread.join(', ')}. `}
        Not checked: traits, locks, device trust.
      </p>
    </>
  );
}
