import type { ReactNode } from 'react';
import type { Restricted } from '../../descriptors/restrict.ts';
import { formatCount } from '../../lib/numbers.ts';
import { code, gain, loss, words, type Sentence } from '../../lib/sentence.ts';
import { Sentences } from '../review/Sentences.tsx';
import { countOf, many, one } from '../resourceMessages.ts';
import { valueMoves, type EditLine, type ValueMove } from './editPlan.ts';

type Planned = {
  resource: Restricted;
  lines: readonly EditLine[];
  /** When it takes effect. */
  effects: string | undefined;
  /** What the values give, in place of a list of them. */
  children: ReactNode;
};

const moveSentence = (resource: Restricted, { value, isGain, count }: ValueMove): Sentence => {
  const who = countOf(resource, count);
  if (isGain) return gain(words`${who} ${count === 1 ? 'gets' : 'get'} ${code(value)}`);
  return loss(words`${who} ${count === 1 ? 'loses' : 'lose'} ${code(value)}`);
};

/** Before anything is written. */
export function EditPlanned({ resource, lines, effects, children }: Planned) {
  const changing = lines.filter((line) => line.kind === 'changes');
  const passing = changing.filter((line) => line.passing !== undefined).length;
  const rest = lines.length - changing.length;
  return (
    <>
      <h3>What this does</h3>
      {children ?? <Sentences sentences={valueMoves(changing).map((move) => moveSentence(resource, move))} />}
      <h3>Who is affected</h3>
      <p>
        {`${formatCount(changing.length)} of ${countOf(resource, lines.length)} change`}
        {rest > 0 && `, ${formatCount(rest)} ${rest === 1 ? 'stays as it is' : 'stay as they are'}`}.
        {passing > 0 &&
          ` ${formatCount(passing)} ${passing === 1 ? `${one(resource)} does` : `${many(resource)} do`} not keep it: the reason stands beside.`}
      </p>
      <h3>When</h3>
      <p>Written one after the other. {effects}</p>
      <h3>If one fails</h3>
      <p>The others go on. Those that failed stay selected in the list, to be tried again.</p>
    </>
  );
}
