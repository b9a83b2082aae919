import type { Node } from '../../../api/nodes.ts';

/** Offered last, in this order: a command rarely needs them (streams §7.5). */
const LAST = ['root', 'ec2-user', 'ubuntu', 'admin', 'centos'];

/** Logins that every node allows, the usual ones of machines at the end. */
export function commonLogins(nodes: readonly Node[]): readonly string[] {
  const [first, ...others] = nodes;
  const common = (first?.logins ?? []).filter((login) => others.every(({ logins }) => logins.includes(login)));
  const rank = (login: string) => LAST.indexOf(login) + 1;
  return common.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Logins of some of the nodes, with how many allow each: why there is none in common. */
export function partialLogins(nodes: readonly Node[]): readonly { login: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const login of nodes.flatMap(({ logins }) => logins)) counts.set(login, (counts.get(login) ?? 0) + 1);
  return [...counts]
    .map(([login, count]) => ({ login, count }))
    .filter(({ count }) => count < nodes.length)
    .toSorted((a, b) => b.count - a.count || (a.login < b.login ? -1 : 1));
}
