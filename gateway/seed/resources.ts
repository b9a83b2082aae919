// Applications, databases, Kubernetes clusters and desktops of a seed.
import type { Connect, ResourceDocument } from '../config/settings.ts';
import { toEntry } from '../inventory/documentEntry.ts';
import type { Entry } from '../inventory/entry.ts';
import { seededLocation } from './labels.ts';
import { numberOf, pick } from './pick.ts';

const APPS = ['grafana', 'wiki', 'jenkins', 'kibana', 'argo', 'vault', 'sentry'] as const;
/** Protocol with its default port. */
const DATABASES = [
  ['postgres', 5432],
  ['mysql', 3306],
  ['mongodb', 27017],
  ['redis', 6379],
  ['cassandra', 9042],
] as const;

type SeededKind = 'app' | 'db' | 'kube_cluster' | 'windows_desktop';

const CONNECT: Readonly<Record<SeededKind, Connect>> = {
  app: { via: 'app' },
  db: { via: 'database' },
  kube_cluster: { via: 'kubernetes' },
  windows_desktop: { via: 'vnc' },
};

/** The nth resource of a kind, served by the agent with that id. */
export function seededResource(kind: SeededKind, n: number, hostId: string): Entry {
  const { region, labels } = seededLocation(n);
  const { base, ...document } = DOCUMENTS[kind](n, region);
  const name = `${base}-s${String(n).padStart(5, '0')}`;
  const whole: ResourceDocument = {
    kind,
    version: 'v3',
    metadata: { name, labels, ...(document.description && { description: document.description }) },
    spec: document.spec(name),
  };
  return toEntry({ document: whole, connect: CONNECT[kind] }, 'dynamic', hostId);
}

type Draft = { base: string; description?: string; spec: (name: string) => Record<string, unknown> };

const DOCUMENTS: Readonly<Record<SeededKind, (n: number, region: string) => Draft>> = {
  app: (n, region) => {
    const base = pick('app', n, APPS);
    const tcp = numberOf('tcp', n, 12) === 0;
    return {
      base,
      description: `${base} in ${region}`,
      spec: (name) => ({ uri: `${tcp ? 'tcp' : 'http'}://${name}.internal:8080`, public_addr: `${name}.localhost` }),
    };
  },
  db: (n, region) => {
    const [protocol, port] = pick('db', n, DATABASES);
    const hosted = protocol === 'postgres' && numberOf('rds', n, 3) === 0;
    return {
      base: protocol,
      spec: (name) => ({
        protocol,
        uri: `${hosted ? `${name}.abcdefghijkl.${region}.rds.amazonaws.com` : `${name}.internal`}:${port}`,
        ...(hosted && { aws: { account_id: '123456789012' } }),
      }),
    };
  },
  kube_cluster: (_n, region) => ({ base: region, spec: () => ({}) }),
  windows_desktop: (n) => ({
    base: 'desk',
    spec: () => ({ addr: `10.${200 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`, non_ad: true }),
  }),
};
