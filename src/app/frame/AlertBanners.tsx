import { useEffect, useState } from 'react';
import { fetchAlerts, type AlertSeverity, type ClusterAlert } from '../../api/notices.ts';
import { reportEvent } from '../../api/auth.ts';
import { isObject } from '../../lib/json.ts';
import { readJson, writeJson, STORAGE } from '../../lib/storage.ts';
import { cx } from '../../ui/plain/cx.ts';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { useClusterId, useConsole } from '../useConsole.ts';
import note from '../../ui/plain/Note.module.css';
import styles from './AlertBanners.module.css';

const HIDDEN_FOR_MS = 24 * 3600_000;

/** Names of closed banners, each with the time when it is shown again. Past ones are dropped (screens §1.6). */
export function dismissedAlerts(storage: Storage, nowMs: number): Map<string, number> {
  const stored = readJson(storage, STORAGE.disabledAlerts);
  const entries = isObject(stored) ? Object.entries(stored) : [];
  return new Map(
    entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > nowMs),
  );
}

export function dismissAlert(storage: Storage, name: string, nowMs: number): Map<string, number> {
  const dismissed = dismissedAlerts(storage, nowMs).set(name, nowMs + HIDDEN_FOR_MS);
  writeJson(storage, STORAGE.disabledAlerts, Object.fromEntries(dismissed));
  return dismissed;
}

/** Dashboards do not show news about versions (http-auth §11.3). */
const NOT_ON_DASHBOARDS = new Set(['upgrade-suggestion', 'security-patch-available']);
const LOOKS: Readonly<Record<AlertSeverity, { icon: IconName; tone: string | undefined }>> = {
  info: { icon: 'info', tone: note.info },
  warning: { icon: 'triangle-alert', tone: note.warn },
  danger: { icon: 'circle-alert', tone: note.danger },
};

/** Messages of the cluster's administrators to all users, at the top. */
export function AlertBanners() {
  const { config } = useConsole();
  const clusterId = useClusterId();
  const [alerts, setAlerts] = useState<readonly ClusterAlert[]>([]);
  const [dismissed, setDismissed] = useState(() => dismissedAlerts(localStorage, Date.now()));

  useEffect(() => {
    const controller = new AbortController();
    // If a cluster cannot send its alerts, the user does not need to know.
    fetchAlerts(clusterId, controller.signal).then(setAlerts, () => undefined);
    return () => controller.abort();
  }, [clusterId]);

  const shownAlerts = alerts.filter(
    (alert) => !dismissed.has(alert.id) && !(config.isDashboard && NOT_ON_DASHBOARDS.has(alert.id)),
  );
  return shownAlerts.map((alert) => (
    <div
      key={alert.id}
      className={cx(styles.banner, LOOKS[alert.severity].tone)}
      role={alert.severity === 'danger' ? 'alert' : 'status'}
    >
      <Icon name={LOOKS[alert.severity].icon} />
      {alert.link ? (
        <a
          className={cx('link', styles.text)}
          href={alert.link}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => reportEvent('tp.ui.banner.click', { alert: alert.id })}
        >
          {alert.message}
        </a>
      ) : (
        <b className={styles.text}>{alert.message}</b>
      )}
      <IconButton
        icon="x"
        size="inline"
        label="Hide for a day"
        onClick={() => setDismissed(dismissAlert(localStorage, alert.id, Date.now()))}
      />
    </div>
  ));
}
