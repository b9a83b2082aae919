import { type AlertJson, ALERT_LABELS } from '../../src/wire/http.ts';
import type { Stores } from '../store/stores.ts';
import { toTrustedCluster } from './trustedCluster.ts';

/** The wire's number for the severity. */
const MEDIUM = 5;

/**
 * An enabled trust needs a tunnel, which this gateway does not open. An alert informs administrators of trust, because
 * the wire has no other place for it.
 */
export const trustAlerts = ({ documents }: Pick<Stores, 'documents'>): AlertJson[] =>
  documents
    .list('trusted_cluster')
    .filter(({ document }) => toTrustedCluster(document).enabled)
    .map(({ name, updatedMs }) => ({
      kind: 'cluster_alert',
      version: 'v1',
      metadata: {
        name: `trust-${name}`,
        labels: { [ALERT_LABELS.onLogin]: 'yes', [ALERT_LABELS.verbPermit]: 'trusted_cluster:list' },
      },
      spec: {
        severity: MEDIUM,
        message: `The cluster ${name} is trusted, but this gateway cannot open a tunnel to it yet. ${name} has no access to resources here.`,
        created: new Date(updatedMs).toISOString(),
      },
    }));
