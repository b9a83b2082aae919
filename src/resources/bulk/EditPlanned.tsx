import type { ReactNode } from 'react';
import type { Restricted } from '../../descriptors/restrict.ts';
import { formatCount } from '../../lib/numbers.ts';
import { countOf, many, one } from '../words.ts';
import type { EditLine } from './editPlan.ts';

type Move = { value: string; gain: boolean; count: number };

/** How many get each value, and how many lose it. */
function movesOf(lines: readonly Extract<EditLine, { kind: 'changes' }>[]): readonly Move[] {
  const count = (all: readonly string[], gain: boolean): readonly Move[] =>
    [...new Set(all)].map((value) => ({ value, gain, count: all.filter((one) => one === value).length }));
  return [
    ...count(
      lines.flatMap(({ added }) => added),
      true,
    ),
    ...count(
      lines.flatMap(({ taken }) => taken),
      false,
    ),
  ];
}

type Planned = {
  resource: Restricted;
  lines: readonly EditLine[];
  /** When it takes effect. */
  effects: string | undefined;
  /** What it gives. */
  children: ReactNode;
};

/** Before anything is written. */
export function EditPlanned({ resource, lines, effects, children }: Planned) {
  const changing = lines.filter((line) => line.kind === 'changes');
  const passing = changing.filter((line) => line.passing !== undefined).length;
  const rest = lines.length - changing.length;
  return (
    <>
      <h3>What this does</h3>
      <ul>
        {movesOf(changing).map(({ value, gain, count }) => (
          <li key={`${gain} ${value}`}>
            {`${countOf(resource, count)} ${gain ? 'get' : 'lose'}${count === 1 ? 's' : ''} `}
            <code>{value}</code>
          </li>
        ))}
      </ul>
      {children}
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
