import type { FileConfig } from './fileConfig.ts';
import type { Problem } from './problem.ts';

/** The name identifies an alert, also for its dismissal. So it must be unique. */
export function checkAlerts(alerts: NonNullable<FileConfig['alerts']>): Problem | undefined {
  const firstByName = new Map<string, number>();
  for (const [i, { name }] of alerts.entries()) {
    const twin = firstByName.get(name);
    const message = `alerts[${i}] is a second alert named ${name}, the first is alerts[${twin}]`;
    if (twin !== undefined) return { path: ['alerts', i, 'name'], message };
    firstByName.set(name, i);
  }
  return undefined;
}
