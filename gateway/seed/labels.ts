import { numberOf, pick } from './pick.ts';

const REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1', 'ap-south-1', 'ap-northeast-1'] as const;
/** Twice as many production servers as of any other kind, as is usual. */
const ENVS = ['prod', 'prod', 'staging', 'qa', 'dev'] as const;
/** Team → duties of its servers. */
const TEAMS = [
  ['core', ['api', 'auth', 'queue']],
  ['web', ['web', 'edge', 'cache']],
  ['data', ['pg', 'kafka', 'etl']],
  ['ml', ['gpu', 'train']],
  ['infra', ['ci', 'build', 'dns', 'bastion']],
] as const;

/** Region, team and duty of the nth resource. */
export function seededLocation(n: number): {
  duty: string;
  region: string;
  labels: Record<'env' | 'team' | 'region', string>;
} {
  const region = pick('region', n, REGIONS);
  const [team, duties] = pick('team', n, TEAMS);
  const duty = duties[numberOf('duty', n, duties.length)] ?? duties[0];
  return { duty, region, labels: { env: pick('env', n, ENVS), team, region } };
}
