import type { Entry } from '../inventory/entry.ts';
import { numberOf, pick } from './pick.ts';

const REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1', 'ap-south-1', 'ap-northeast-1'] as const;
const OSES = ['debian-12', 'debian-12', 'ubuntu-22.04', 'ubuntu-24.04', 'rocky-9'] as const;
/** Twice as much production as anything else, as is usual. */
const ENVS = ['prod', 'prod', 'staging', 'qa', 'dev'] as const;
/** Team → what its servers do. */
const TEAMS = [
  ['core', ['api', 'auth', 'queue']],
  ['web', ['web', 'edge', 'cache']],
  ['data', ['pg', 'kafka', 'etl']],
  ['ml', ['gpu', 'train']],
  ['infra', ['ci', 'build', 'dns', 'bastion']],
] as const;
const RACKS_PER_REGION = 40;

/** The nth server: mostly with a label set of its own, which is the hard case for access rules and facets. */
export function seededNode(n: number): Entry {
  const region = pick('region', n, REGIONS);
  const [team, duties] = pick('team', n, TEAMS);
  const duty = duties[numberOf('duty', n, duties.length)] ?? duties[0];
  const address = `10.${100 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}:22`;
  const labels = {
    env: pick('env', n, ENVS),
    team,
    region,
    rack: `r${String(numberOf('rack', n, RACKS_PER_REGION)).padStart(2, '0')}`,
    os: pick('os', n, OSES),
  };
  const name = `5eed0000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
  return {
    kind: 'node',
    key: name,
    origin: 'dynamic',
    document: {
      kind: 'node',
      version: 'v2',
      sub_kind: 'openssh',
      metadata: { name, labels },
      spec: { hostname: `${duty}-${String(n).padStart(5, '0')}.${region}.example.test`, addr: address },
    },
    connect: { via: 'ssh' },
    labels,
  };
}

/** Marks what a seed has made, so that the next one can make it less. */
export const isSeededNode = (key: string): boolean => key.startsWith('5eed0000-');
