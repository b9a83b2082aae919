/** Kinds of things that roles open by their labels, and that people use (resource-specs §1.3, §21). */
const REACHABLE_KINDS = ['node', 'app', 'kube_cluster', 'db', 'windows_desktop', 'user_group'] as const;
export type ReachableKind = (typeof REACHABLE_KINDS)[number];

export const isReachableKind = (kind: string): kind is ReachableKind => REACHABLE_KINDS.some((known) => known === kind);
