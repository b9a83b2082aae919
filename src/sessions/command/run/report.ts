import { plural } from '../../../lib/numbers.ts';
import type { CommandRun } from './CommandRun.ts';
import { reasonOfEntry, serversOf, type Entry } from './entries.ts';
import { endLabel, outputText, stateLabel } from './commandMessages.ts';

type HostOf = (id: string) => string;

const named = (id: string, hostOf: HostOf): string => `${hostOf(id)} (${id})`;

function headOf(entry: Entry, hostOf: HostOf, nowMs: number): string {
  const [first = '', ...others] = serversOf(entry);
  if (entry.kind === 'waiting') return `== ${plural(entry.ids.length, 'server')}: waiting`;
  if (others.length === 0) return `== ${named(first, hostOf)}: ${stateLabel(entry.state, nowMs)}`;
  return `== ${plural(others.length + 1, 'server')}: ${endLabel(entry.state)}`;
}

function entryText(entry: Entry, run: CommandRun, hostOf: HostOf, nowMs: number): string {
  const ids = serversOf(entry);
  const names = ids.length > 1 || entry.kind === 'waiting' ? ids.map((id) => named(id, hostOf)).join('\n') : undefined;
  // Of all others it is the same.
  const output = outputText(run.output(ids[0] ?? '').get()).replace(/\n$/, '');
  const said = names !== undefined && output !== '' ? `\n${output}` : output;
  const why = reasonOfEntry(entry, (id) => [hostOf(id), id]);
  return [headOf(entry, hostOf, nowMs), names, why, said].filter(Boolean).join('\n');
}

/** In one text: what ran, and each of the entries with its servers, its end and what they said. */
export function reportText(run: CommandRun, entries: readonly Entry[], hostOf: HostOf, nowMs: number): string {
  const { command, login } = run.task;
  const head = [`Command: ${command}`, `Login: ${login}`, `Begun: ${new Date(run.startedMs).toISOString()}`];
  return `${[head.join('\n'), ...entries.map((entry) => entryText(entry, run, hostOf, nowMs))].join('\n\n')}\n`;
}
