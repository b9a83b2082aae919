import type { FileConfig } from './fileConfig.ts';
import type { Problem } from './problem.ts';

/** Alerts are told apart by their names, and what was dismissed is remembered by it: a name stands once. */
export function checkAlerts(alerts: NonNullable<FileConfig['alerts']>): Problem | undefined {
  const seen = new Map<string, number>();
  for (const [i, { name }] of alerts.entries()) {
    const twin = seen.get(name);
    const message = `alerts[${i}] is a second alert named ${name}, the first is alerts[${twin}]`;
    if (twin !== undefined) return { path: ['alerts', i, 'name'], message };
    seen.set(name, i);
  }
  return undefined;
}
