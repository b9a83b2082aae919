import type { Settings } from '../config/settings.ts';
import type { ServedApp } from './app.ts';

const MINUTES = 60;

/** The text on the terminal when the gateway listens. */
export function banner(settings: Settings, app: ServedApp, sinceMs: number): string {
  const lines = [`Postern listens on ${settings.publicUrl} (${(sinceMs / 1000).toFixed(1)} s)`];
  if (settings.mode.kind === 'cluster') lines.push(`  in front of the cluster at ${settings.mode.url.origin}`);
  if (app.inviteLink) {
    lines.push(
      '',
      `  Set up the account of ${settings.config.admin.name} (works once, within ${MINUTES} minutes):`,
      `  ${app.inviteLink}`,
      '',
    );
  }
  return lines.join('\n');
}
