// Processes of this machine, read from /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Every process below `pid`, nearest first. */
export function descendantsOf(pid: number): number[] {
  const children = allProcesses().filter((each) => parentOf(each) === pid);
  return [...children, ...children.flatMap(descendantsOf)];
}

/** False also for a zombie: a process that has ended, but whose parent has not waited for it. */
export function isRunning(pid: number): boolean {
  const state = statusOf(pid)?.state;
  return state !== undefined && state !== 'Z';
}

const parentOf = (pid: number): number | undefined => statusOf(pid)?.parent;

const allProcesses = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function statusOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, state = '', parent = ''] = text.slice(text.lastIndexOf(')')).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
