// Processor time and memory of processes, from /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { median } from './stats.mjs';

/** Tick of the kernel's clock on all supported machines. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/** @typedef {{ cpuMs: number, mb: number }} Usage */

/** Name and numbers of /proc/…/stat after the name. undefined: the process is gone. @param {number} pid */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

/** One process with all its threads. @param {number} pid @returns {() => Usage} */
export const gatewayProcess = (pid) => () => {
  const fields = statOf(pid) ?? [];
  const at = (/** @type {number} */ index) => fields[index] ?? 0;
  return { cpuMs: (at(11) + at(12)) * TICK_MS, mb: (at(21) * PAGE_BYTES) / 1e6 };
};

/** The processes of a browser that draw its pages. @param {number} browser its first process @returns {() => Usage} */
export function tabProcess(browser) {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), statOf(Number(pid))?.[1] ?? 0]),
  );
  const isBelow = (/** @type {number} */ pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === browser) return true;
    return false;
  };
  const draws = (/** @type {number} */ pid) =>
    /--type=(renderer|gpu-process)/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  const all = [...parents.keys()].filter((pid) => isBelow(pid) && draws(pid)).map(gatewayProcess);
  return () => all.map((one) => one()).reduce((sum, one) => ({ cpuMs: sum.cpuMs + one.cpuMs, mb: sum.mb + one.mb }));
}

/** @param {{ gateway: () => Usage, tab: () => Usage }} processes */
export const usage = ({ gateway, tab }) => ({ atMs: performance.now(), gateway: gateway(), tab: tab() });

/**
 * MB a minute between the second and the last third: earlier, caches and heaps fill. @param {{ atMs: number, mb: number
 * }[]} samples
 */
export function growth(samples) {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map((part) => ({
    atMs: median(part.map(({ atMs }) => atMs)),
    mb: median(part.map(({ mb }) => mb)),
  }));
  return middle && last ? ((last.mb - middle.mb) / (last.atMs - middle.atMs)) * 60_000 : Number.NaN;
}
