import type { Entry } from '../inventory/entry.ts';
import { seededLocation } from './labels.ts';
import { numberOf, pick } from './pick.ts';

const OSES = ['debian-12', 'debian-12', 'ubuntu-22.04', 'ubuntu-24.04', 'rocky-9'] as const;
const RACKS_PER_REGION = 40;

/** The nth server. Most have a unique label set, the hardest case for access rules and facets. */
export function seededNode(n: number): Entry {
  const { duty, region, labels: location } = seededLocation(n);
  const address = `10.${100 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}:22`;
  const labels = {
    ...location,
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
