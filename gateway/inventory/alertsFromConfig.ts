import { ALERT_LABELS } from '../../src/wire/http.ts';
import type { AlertConfig } from '../config/settings.ts';
import type { NewAlert } from '../store/alerts.ts';

/** Alerts of gateway.yaml are for every user who signs in. */
export const toAlerts = (alerts: readonly AlertConfig[]): NewAlert[] =>
  alerts.map(({ link, ...alert }) => ({
    ...alert,
    labels: {
      [ALERT_LABELS.onLogin]: 'yes',
      [ALERT_LABELS.permitAll]: 'yes',
      ...(link !== undefined && { [ALERT_LABELS.link]: link }),
    },
  }));
